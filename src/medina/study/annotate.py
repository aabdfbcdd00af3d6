"""The record of a game with the analysis written into it, and the list of its biggest mistakes."""

from __future__ import annotations

from medina.notation import Record
from medina.study.game import GameStudy, word_of_each_move
from medina.study.sentences import mistake_comment, mistake_text, outlook_text, player_name
from medina.words import decimal, say


def annotated(study: GameStudy, lang: str | None = None) -> Record:
    """The record with, after every word, what the position promises and which moves would have been better."""
    record = study.record
    for word, remarks in sorted(remarks_by_word(study, lang).items()):
        own = record.comments.get(word)
        text = " ".join([*([own] if own else []), *remarks])
        record = record.with_comment(word, text.translate({ord("{"): "(", ord("}"): ")"}))
    return record


def remarks_by_word(study: GameStudy, lang: str | None) -> dict[int, list[str]]:
    """The outlook after the last placement of each word, then its mistakes."""
    words = word_of_each_move(study.record)
    outlooks = {word: study.evaluations[number].outlook for number, word in enumerate(words, 1) if number < study.done}
    remarks = {word: [outlook_text(outlook, lang) + "."] for word, outlook in outlooks.items()}
    for mistake in study.mistakes:
        remarks.setdefault(mistake.word, []).append(mistake_comment(study, mistake, lang))
    return remarks


def mistakes_markdown(study: GameStudy, most: int, lang: str | None = None) -> str:
    """The list of the biggest mistakes as a text with headings."""
    lines = [f"# {say('analysis.title', lang)}", ""]
    if study.done < study.total:
        lines += [say("analysis.partial", lang, done=study.done, total=study.total), ""]
    seats = range(study.record.start.ruleset.players)
    lines += [f"- {seat_summary(study, seat, lang)}" for seat in seats]
    lines += ["", f"## {say('analysis.biggest', lang)}", ""]
    told = [f"{place}. {mistake_text(study, mistake, lang)}" for place, mistake in enumerate(study.worst[:most], 1)]
    return "\n".join([*lines, *(told or [say("analysis.none", lang)])]) + "\n"


def seat_summary(study: GameStudy, seat: int, lang: str | None) -> str:
    """How a seat fared: mistakes by weight and what they cost."""
    mine = [mistake for mistake in study.mistakes if mistake.seat == seat]
    marks = [mistake.mark for mistake in mine]
    return say(
        "analysis.seat_summary",
        lang,
        seat=player_name(study, seat, lang),
        blunders=marks.count("??"),
        mistakes=marks.count("?"),
        inaccuracies=marks.count("?!"),
        points=decimal(sum(mistake.point_loss for mistake in mine), lang=lang),
    )
