"""Every HTTP body of /api/v1. What travels on a table's socket is in `medina.table.wire`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from medina.notation import PositionJson
from medina.server.calling.message import KINDS, Kind
from medina.study import Mark
from medina.table.options import BotName, Language, MoveText, Options, Reason
from medina.table.wire import Cuts, PalaceDetail, Phase, RefusalInfo, ScoreSheet, Sets, Status

Name = Annotated[str, Meta(min_length=1, max_length=60)]
Password = Annotated[str, Meta(min_length=1, max_length=200)]
Label = Annotated[str, Meta(min_length=1, max_length=60)]
State = Annotated[str, Meta(min_length=1, max_length=400)]
RECORD_CHARACTERS = 100_000
RecordText = Annotated[str, Meta(max_length=RECORD_CHARACTERS)]
Endpoint = Annotated[str, Meta(min_length=1, max_length=2000)]
Ply = Annotated[int, Meta(ge=0, le=10_000)]


class Body(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A request body: unknown fields are refused, so a misspelt one is noticed."""


class Answer(Struct, frozen=True, kw_only=True):
    """An answer's body."""


class ErrorAnswer(Answer, frozen=True, kw_only=True):
    """Every status of 400 and above carries this."""

    error: RefusalInfo


class About(Answer, frozen=True, kw_only=True):
    """`mail` says whether the site can send letters."""

    name: str
    version: str
    api: int
    rules_version: int
    mail: bool


class LanguageInfo(Answer, frozen=True, kw_only=True):
    code: str
    name: str


class Languages(Answer, frozen=True, kw_only=True):
    languages: list[LanguageInfo]


class RatingInfo(Answer, frozen=True, kw_only=True):
    """`rating` is the cautious estimate (mean minus three deviations, scaled), which orders the list.

    It is `provisional` until there were enough different opponents.
    """

    edition: str
    players: int
    rating: int
    mean: float
    deviation: float
    games: int
    provisional: bool


class Me(Answer, frozen=True, kw_only=True):
    """`named` is false while somebody is called what the server called them: a guest, or an account whose name was
    taken away. `role` is for those who look after the site; `banned` says why somebody may do nothing here."""

    id: str
    name: str
    account: bool
    named: bool
    email: str | None
    language: Language | None
    ratings: list[RatingInfo]
    role: Literal["moderator", "host"] | None = None
    banned: str | None = None


class ChangeMe(Body, frozen=True, kw_only=True):
    """A guest may change the name shown; anybody the language."""

    name: Name | None = None
    language: Language | None = None


class NewAccount(Body, frozen=True, kw_only=True):
    """Make the present guest an account: name 3 to 30 letters, password at least 8."""

    name: Name
    password: Password


class LogIn(Body, frozen=True, kw_only=True):
    """With `take_games` the games of the guest who asks are the account's from then on."""

    name: Name
    password: Password
    take_games: bool = False


class ChangePassword(Body, frozen=True, kw_only=True):
    old: Password
    new: Password


class ChangeEmail(Body, frozen=True, kw_only=True):
    """An address to send a link to when the password is forgotten; null for none."""

    email: Annotated[str, Meta(max_length=254)] | None
    password: Password


class AskForLink(Body, frozen=True, kw_only=True):
    name: Name


class NewPassword(Body, frozen=True, kw_only=True):
    """`key` is what the link ended in."""

    key: Annotated[str, Meta(max_length=100)]
    new: Password


class Confirmation(Body, frozen=True, kw_only=True):
    key: Annotated[str, Meta(max_length=100)]


Kinds = Annotated[list[Kind], Meta(max_length=len(KINDS))]


class Calls(Answer, frozen=True, kw_only=True):
    """How I am called when I am not looking. `key` is the site's, to subscribe a browser with; null without push.

    `browsers` counts mine. `push` and `letter` are what I wish to be called for; `letters` says whether any are sent.
    """

    key: str | None
    browsers: int
    push: list[Kind]
    letters: bool
    letter: list[Kind]


class ChangeCalls(Body, frozen=True, kw_only=True):
    """What to be called for, on the screen and by letter; what is left out stays as it is."""

    push: Kinds | None = None
    letter: Kinds | None = None


class NewBrowser(Body, frozen=True, kw_only=True):
    """What the browser's `PushSubscription` says: where to call it, and the keys it reads with."""

    endpoint: Endpoint
    p256dh: Annotated[str, Meta(max_length=100)]
    auth: Annotated[str, Meta(max_length=40)]


class DropBrowser(Body, frozen=True, kw_only=True):
    endpoint: Endpoint


class Invite(Body, frozen=True, kw_only=True):
    user: Annotated[str, Meta(max_length=24)]


class Partner(Answer, frozen=True, kw_only=True):
    user: str
    name: str


class Partners(Answer, frozen=True, kw_only=True):
    """People I have played with, the latest first."""

    people: list[Partner]


class Invitation(Answer, frozen=True, kw_only=True):
    """Somebody has a seat for me at the table of this link."""

    table: str
    name: str
    at: int


class Invitations(Answer, frozen=True, kw_only=True):
    invitations: list[Invitation]


class DeleteMe(Body, frozen=True, kw_only=True):
    """Accounts give their password; guests leave it out."""

    password: Password | None = None


class NewToken(Body, frozen=True, kw_only=True):
    label: Label


class TokenInfo(Answer, frozen=True, kw_only=True):
    id: str
    label: str
    created: int
    used: int | None


class Tokens(Answer, frozen=True, kw_only=True):
    tokens: list[TokenInfo]


class TokenMade(Answer, frozen=True, kw_only=True):
    """`token` is shown this once."""

    id: str
    label: str
    token: str


class BeginPasskey(Body, frozen=True, kw_only=True):
    """Making a passkey takes the password."""

    password: Password


class PasskeyOptions(Answer, frozen=True, kw_only=True):
    """`options` is what `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON` reads;
    `state` comes back with what the device made of it, within five minutes."""

    options: dict[str, Any]
    state: str


class NewPasskey(Body, frozen=True, kw_only=True):
    """`credential` is a new credential's `toJSON()`."""

    state: State
    credential: dict[str, Any]
    label: Label


class RenamePasskey(Body, frozen=True, kw_only=True):
    label: Label


class PasskeyLogIn(Body, frozen=True, kw_only=True):
    """`credential` is the answering credential's `toJSON()`. `take_games` as for logging in by name."""

    state: State
    credential: dict[str, Any]
    take_games: bool = False


class PasskeyInfo(Answer, frozen=True, kw_only=True):
    id: str
    label: str
    created: int
    used: int | None


class Passkeys(Answer, frozen=True, kw_only=True):
    passkeys: list[PasskeyInfo]


class Setup(Answer, frozen=True, kw_only=True):
    """A kind of game, and how many of it were played to the end."""

    edition: str
    players: int
    gates: bool
    games: int


class UserInfo(Answer, frozen=True, kw_only=True):
    """`favourites` are the kinds of game played most often."""

    id: str
    name: str
    account: bool
    since: int
    games: int
    wins: int
    ratings: list[RatingInfo]
    favourites: list[Setup]


class Bond(Answer, frozen=True, kw_only=True):
    """Of somebody muted I do not want to hear; somebody blocked does not sit down with me, either."""

    user: str
    name: str
    kind: Literal["mute", "block"]


class Bonds(Answer, frozen=True, kw_only=True):
    bonds: list[Bond]


class NewBond(Body, frozen=True, kw_only=True):
    kind: Literal["mute", "block"]


class NewReport(Body, frozen=True, kw_only=True):
    """Somebody's name (`user`), or a line of a table's chat by its number (`table` and `seq`); a `note` says more."""

    user: Annotated[str, Meta(max_length=60)] | None = None
    table: Annotated[str, Meta(max_length=24)] | None = None
    seq: Annotated[int, Meta(ge=0, le=2**53)] | None = None
    note: Annotated[str, Meta(max_length=500)] = ""


class Leader(Answer, frozen=True, kw_only=True):
    """Those with a `provisional` rating come after all others."""

    place: int
    user: str
    name: str
    rating: int
    games: int
    provisional: bool


class Leaders(Answer, frozen=True, kw_only=True):
    edition: str
    players: int
    leaders: list[Leader]


class RatingPoint(Answer, frozen=True, kw_only=True):
    """`table` is null for a private table where the asker did not sit."""

    at: int
    table: str | None
    rating: int


class RatingHistory(Answer, frozen=True, kw_only=True):
    edition: str
    players: int
    history: list[RatingPoint]


class BotCard(Answer, frozen=True, kw_only=True):
    name: str
    character: str
    rating: int | None


class Bots(Answer, frozen=True, kw_only=True):
    bots: list[BotCard]


class SeatCard(Answer, frozen=True, kw_only=True):
    """A seat in a list of tables: a name, or null while it is free."""

    name: str | None
    bot: str | None
    user: str | None
    status: Status = "here"


class TableCard(Answer, frozen=True, kw_only=True):
    """A table in the lobby, in my games and in the archive.

    `reason` says how its game ended, `acting` who is waited for: nobody, while the game is paused. With `device` the
    game was played on somebody's own device, against bots.
    """

    id: str
    phase: Phase
    options: Options
    host: str
    seats: list[SeatCard]
    acting: int | None
    scores: list[int] | None
    places: list[int] | None
    placements: int
    created: int
    updated: int
    deadline: int | None
    reason: Reason | None = None
    device: bool = False


class Lobby(Answer, frozen=True, kw_only=True):
    open: list[TableCard]
    playing: list[TableCard]


class MyTables(Answer, frozen=True, kw_only=True):
    """My running and open tables; `your_turn` lists the ids where I am to move."""

    tables: list[TableCard]
    your_turn: list[str]


class VacationLeft(Answer, frozen=True, kw_only=True):
    """My vacation in games by correspondence: days a year, and how many of them are left this year."""

    days: int
    left: int


class Archive(Answer, frozen=True, kw_only=True):
    """`next` is the cursor of the following page, null on the last."""

    games: list[TableCard]
    next: str | None


class OpenTable(Body, frozen=True, kw_only=True):
    """Open a table: `bots` on the last seats, the opener on the first free one if `sit`.

    With `start` the game begins at once (every seat must be taken). `record` (with `ply`) goes on from a moment of an
    existing game.
    """

    options: Options = Options()
    bots: Annotated[list[BotName], Meta(max_length=4)] = []
    sit: bool = True
    start: bool = False
    record: RecordText | None = None
    ply: Ply | None = None


class KeepGame(Body, frozen=True, kw_only=True):
    """A finished game against bots: `Seat0` and so on of the record say `bot:` and a name, all but one."""

    record: RecordText


class TableMade(Answer, frozen=True, kw_only=True):
    """`path` is the address to share, below the site's own."""

    id: str
    path: str


class CommandDone(Answer, frozen=True, kw_only=True):
    """The command was granted; `seq` is the table's number now."""

    seq: int


class WhichPosition(Body, frozen=True, kw_only=True):
    """A position: as JSON, or a record's text with how many placements to play of it (all when absent)."""

    position: PositionJson | None = None
    record: RecordText | None = None
    ply: Ply | None = None


class AskLegal(WhichPosition, frozen=True, kw_only=True):
    previews: bool = False


class Legal(Answer, frozen=True, kw_only=True):
    turn: int | None
    moves: list[str]
    scores: dict[str, tuple[int, ...]] | None = None


class AskWhy(WhichPosition, frozen=True, kw_only=True):
    move: MoveText


class WhyNot(Answer, frozen=True, kw_only=True):
    legal: bool
    refusal: RefusalInfo | None = None


class AskPlay(WhichPosition, frozen=True, kw_only=True):
    """Play these moves; with `previews` the answer has the score changes of the legal moves that follow."""

    moves: Annotated[list[MoveText], Meta(max_length=200)]
    previews: bool = False


class Played(Answer, frozen=True, kw_only=True):
    position: PositionJson
    moves: list[str]
    scores: dict[str, tuple[int, ...]] | None = None


class PositionAnswer(Answer, frozen=True, kw_only=True):
    position: PositionJson


class AskCheck(Body, frozen=True, kw_only=True):
    """A position as somebody puts it together: what follows from the rest (stocks, `out`, `tea_left`, `palace_tiles`,
    `scores`) may be missing or null."""

    position: dict[str, Any]


class PositionFault(Answer, frozen=True, kw_only=True):
    """What is impossible about a position: by which rule, where, and in a sentence."""

    problem: str
    rule: str | None
    cells: list[str]
    message: str


class Checked(Answer, frozen=True, kw_only=True):
    """All that is impossible, and the position with what follows put in; it is one if there are no faults."""

    faults: list[PositionFault]
    position: dict[str, Any]


class DetailsOf(Answer, frozen=True, kw_only=True):
    sheets: list[ScoreSheet]
    palaces: list[PalaceDetail]


class AskReplay(Body, frozen=True, kw_only=True):
    record: RecordText


class ReplayStep(Answer, frozen=True, kw_only=True):
    """One placement: who, what, in which round and turn, and the patch from the position before to the one after."""

    seat: int
    move: str
    round: int
    turn: int
    scores: list[int]
    set: Sets
    cut: Cuts
    comment: str | None = None


class Replay(Answer, frozen=True, kw_only=True):
    """A whole game: the starting position and a step a placement; `analysis` is the id of one that is finished.

    While a table here plays it, `playing` is true: no engine should look at it then, and the server's does not.
    """

    tags: dict[str, str]
    start: PositionJson
    steps: list[ReplayStep]
    over: bool
    record: str
    sheets: list[ScoreSheet]
    analysis: str | None = None
    playing: bool = False


class AskAnalysis(Body, frozen=True, kw_only=True):
    """Analyse a table's game, a record or a position; `moments`: every placement ('all') or only the end ('last').

    `seconds` are for all of it. `nodes` limit what is looked at in each position: if the seconds suffice for them, the
    result is the same every time.
    """

    table: Annotated[str, Meta(max_length=24)] | None = None
    record: RecordText | None = None
    position: PositionJson | None = None
    moments: Literal["all", "last"] = "all"
    seconds: Annotated[float, Meta(gt=0, le=600)] = 30.0
    nodes: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None


class BestMove(Answer, frozen=True, kw_only=True):
    """A good move: the value per seat it leads to and the expected continuation."""

    move: str
    win: list[float]
    score: list[float]
    line: list[str]


class ReasonView(Answer, frozen=True, kw_only=True):
    """A fact that speaks for or against a move: a key of the shared texts, and what it names, seats by number."""

    key: str
    args: dict[str, str | int | float]


class Moment(Answer, frozen=True, kw_only=True):
    """After `ply` placements: win chance and expected score per seat, the best moves, what the move played lost.

    `loss` is in shares of a win, with a lead of 100 points counted as one. Of a mistake `mark` says how bad it is (?!,
    ? or ??), `why` what speaks against it and `merit` what for the first of the best moves, in the asker's language
    with seats by colour; `faults` and `merits` say the same for programs that have words of their own.
    """

    ply: int
    played: str | None
    win: list[float]
    score: list[float]
    best: list[BestMove]
    loss: float | None
    why: str | None
    merit: str | None = None
    mark: Mark | None = None
    faults: list[ReasonView] = []
    merits: list[ReasonView] = []


class Analysis(Answer, frozen=True, kw_only=True):
    """A job: poll it until `state` is done, failed or cancelled; `moments` fill up while it runs.

    `given_by` names whose browser found this, with so many `nodes` in each position; null when the server did.
    """

    id: str
    state: Literal["queued", "running", "done", "failed", "cancelled"]
    progress: float
    moments: list[Moment]
    error: RefusalInfo | None = None
    given_by: str | None = None
    nodes: int | None = None


Shares = Annotated[list[Annotated[float, Meta(ge=0, le=1)]], Meta(min_length=2, max_length=4)]
Points = Annotated[list[Annotated[float, Meta(ge=-1000, le=1000)]], Meta(min_length=2, max_length=4)]
Continuation = Annotated[list[MoveText], Meta(max_length=8)]


class GivenPromise(Body, frozen=True, kw_only=True):
    """What a position promises every seat, and how the game is expected to go on from there."""

    win: Shares
    score: Points
    line: Continuation = []


class GivenMove(GivenPromise, frozen=True, kw_only=True):
    """A good move and what it leads to."""

    move: MoveText


class GivenMoment(Body, frozen=True, kw_only=True):
    """What was found in a position, the best moves first. `better`: what the first of them led to, looked into as
    deeply as the position itself; needed where the move played seems to have lost more than a little."""

    win: Shares
    score: Points
    best: Annotated[list[GivenMove], Meta(max_length=5)] = []
    better: GivenPromise | None = None


class GiveStudy(Body, frozen=True, kw_only=True):
    """The findings of an engine elsewhere, in every position of a table's game or of a record, with so many nodes
    each. They are judged and put into words here; nothing is searched. With `keep` they are offered to be kept."""

    table: Annotated[str, Meta(max_length=24)] | None = None
    record: RecordText | None = None
    nodes: Annotated[int, Meta(ge=1, le=1_000_000)]
    moments: Annotated[list[GivenMoment], Meta(min_length=1, max_length=1_000)]
    keep: bool = True


class GivenStudy(Answer, frozen=True, kw_only=True):
    """The findings with marks and sentences. `kept` is the id under which everybody who opens the game finds them;
    null when they are not kept: they are when an account gives them, or somebody who sat at that table, and the game
    has neither the server's own analysis nor one with more nodes."""

    moments: list[Moment]
    kept: str | None


class Gone(Answer, frozen=True, kw_only=True):
    """Done, and nothing to tell."""

    ok: bool = True


class Exported(Answer, frozen=True, kw_only=True):
    """Everything kept about me."""

    me: Me
    created: int
    tokens: list[TokenInfo]
    passkeys: list[PasskeyInfo]
    games: list[TableCard]
    records: dict[str, str]
    chat: list[dict[str, Any]]
    rating_history: list[dict[str, Any]]
    analyses: list[dict[str, Any]]
    bonds: list[Bond]
    reports: list[dict[str, Any]]
    calls: list[dict[str, Any]]
    acts: list[dict[str, Any]]


class LobbyMessage(Struct, frozen=True, tag_field="type", tag="lobby", kw_only=True):
    """On the lobby's socket: the lobby and my tables, at connecting and (at most once a second) when they change."""

    lobby: Lobby
    mine: MyTables
    online: int
