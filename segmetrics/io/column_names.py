"""Words that people write in cells and headings of tables, in English and in German."""

from __future__ import annotations

from collections.abc import Mapping


def words_in(text: str) -> frozenset[str]:
    """Return words that are listed between commas."""
    return frozenset(word.strip() for word in text.split(","))


NO_MARK = words_in("0, 0.0, no, n, nein, non, nej, false, falsch, -, –, none, i, o, ")
"""Cells that say that no boundary is there, in lower case; a blank one is among them."""

MARKS = words_in("""
    x, xx, 1, 1.0, yes, y, ja, j, oui, si, sí, true, wahr, b, |, *, +, #, /, //, ✓, ✔, ✗, ☒,
    boundary, grenze, new, neu, start, begin, end, ende, break, cut, shift
""")
"""Cells that say that a boundary is there, in lower case."""

GENERIC = words_in("""
    boundary, boundaries, mark, marks, break, cut, shift, border, is boundary, boundary after,
    boundary before, new segment, topic change, topic shift, grenze, grenze danach, marke,
    neues segment, segmentgrenze, segment, segments, segment id, segment number, segment no,
    segment nr, segmentation, segmentierung, topic, thema, section, scene, szene, label, code,
    coding, annotation, tag, answer, response, antwort
""")
"""Names of columns that say what is in them, and not whose it is."""

OF_BOUNDARIES = words_in("""
    boundary, boundaries, border, break, breaks, change, changes, cut, cuts, mark, marks, marker,
    new, scene, section, sections, segment, segments, shift, shifts, theme, topic, topics,
    abschnitt, abschnitte, abschnittsbeginn, abschnittsgrenze, abschnittswechsel, einschnitt,
    grenze, grenzen, marke, markierung, neu, segmentbeginn, segmentgrenze, segmentwechsel,
    abschnitts, segments, sinnabschnitt, sinnabschnitts, szene, thema, themas, themenbeginn,
    themengrenze, themenwechsel, wechsel
""")
"""Words of which one at least is in a longer name of that kind, such as ``New topic here?``."""

BESIDE_BOUNDARIES = words_in("""
    a, an, the, is, are, of, in, at, or, this, here, there, with, after, before, start, starts,
    begin, begins, end, ends, next, unit, paragraph, sentence, turn, line, yes, no, x, y, n, 0, 1,
    ein, eine, eines, der, des, im, ist, oder, hier, mit, nach, vor, danach, davor, beginn,
    beginnt, ende, endet, neue, neuer, neues, nächster, nächstes, absatz, satz, ja, nein, j
""")
"""Words that may stand beside them."""

ITEMS = words_in("""
    item, text id, document, doc, doc id, document id, dokument, file, filename, file name, datei,
    chapter, kapitel, interview, interview id, gespräch, conversation, conversation id, dialogue,
    dialog, dialogue id, dialog id, story, transcript, transkript, meeting, session, video, movie,
    film, clip, recording, song, track, work, stimulus, episode, lesson, stunde, lecture, talk,
    vortrag, letter, brief, article, artikel, case, fall, sitzung, aufnahme, focus group
""")
"""Names of columns that name the item."""

CODERS = words_in("""
    coder, coder id, annotator, annotator id, rater, rater id, judge, kodierer, kodiererin,
    codierer, codiererin, annotatorin, beurteiler, participant, subject, participant id, viewer,
    viewer id, listener, observer, observer id, subject id, user, username, user id, worker,
    worker id, person, who, student, vpn, vp, proband,
    respondent, coder name, name
""")
"""Names of columns that name the coder."""

UNITS = words_in("""
    unit, unit id, no, nr, number, nummer, id, index, idx, pos, position, row, line, zeile, para,
    paragraph, absatz, sent, sentence, satz, turn, utt, utterance, clause, edu, word, token, block,
    äußerung, sentence id, paragraph id, turn id, utterance id, line no, line number, sentence no,
    sentence number, paragraph no, paragraph number, turn no, absatz nr, satz nr, zeile nr, lfd nr,
    order
""")
"""Names of columns that number the units."""

TEXTS = words_in("""
    text, texts, sentence, sentences, utterance, utterances, satz, sätze, äußerung, rede, absatz,
    paragraph, content, words, transcript, transkript, line, turn, inhalt, wortlaut, token, tok
""")
"""Names of columns that hold the text of the units."""

TIMES = words_in("time, timestamp, zeit, zeitstempel, onset, start, begin, uhrzeit, date, datum")
"""Words in the names of columns that hold times."""

UNIT_NAMES: Mapping[str, frozenset[str]] = {
    "paragraph": words_in("paragraph, paragraphs, para, absatz, absätze, absätzen, absatznummer"),
    "sentence": words_in("sentence, sentences, sent, satz, sätze, sätzen, satznummer"),
    "turn": words_in("turn, turns, beitrag, beiträge, redebeitrag, redebeiträge"),
    "utterance": words_in("utterance, utterances, utt, äußerung, äußerungen"),
    "line": words_in("line, lines, zeile, zeilen, zeilennummer"),
    "clause": words_in("clause, clauses, teilsatz, teilsätze"),
    "token": words_in("token, tokens, tok"),
}
"""What a unit is called, by the words in headings that say so."""

NOTES = words_in("""
    note, notes, comment, comments, remark, remarks, bemerkung, bemerkungen, kommentar, kommentare,
    anmerkung, anmerkungen, notiz, notizen, why, reason, begründung
""")
"""Words in the names of columns that hold what somebody noted."""

OF_ROWS = words_in("""
    id, ids, speaker, speakers, sprecher, sprecherin, sprecher in, redner, who, wer, page, seite,
    words, wörter, duration, dauer, length, länge, gender, geschlecht, age, alter, role, rolle,
    channel, kanal, language, sprache, source, quelle
""")
"""Words in the names of columns that say more of a unit, but not where its segment ends."""

SPEAKERS = words_in("speaker, speakers, sprecher, sprecherin, sprecher in, redner, role, rolle")
"""Those of them in which letters such as B and I are people, and no marks."""

PEOPLE = words_in("""
    name, heißt, heisst, initials, initialen, kürzel, coder, annotator, rater, participant, email,
    codename, wer, kodierer, kodiererin, codierer, teilnehmer, teilnehmerin, student,
    studentin, user, worker
""")
"""Words in longer questions for the person who answers, such as ``Your name``."""

COUNTS = words_in("""
    n, num, number, count, total, length, len, mass, size, anzahl, gesamt, gesamtzahl, länge,
    units, paragraphs, sentences, lines, turns, einheiten, absätze, sätze, zeilen
""")
"""Words in the names of columns that say how many units an item has."""

POSITIONS = words_in("""
    boundary, boundaries, border, borders, break, breaks, cut, cuts, position, positions, begin,
    begins, beginning, start, starts, end, ends, new, shift, shifts, change, changes, switch,
    segment, segments, topic, topics, section, sections, episode, paragraph, paragraphs, sentence,
    sentences, line, lines, turn, turns, utterance, utterances, indices, indexes, grenze, grenzen,
    segmentgrenze, segmentgrenzen, themengrenzen, abschnittsgrenzen, beginn, beginnt, beginnen,
    anfang, ende, enden, endet, neu, neue, neuer, neues, wechsel, themenwechsel, wechselt, thema,
    themen, abschnitt, abschnitte, absatz, absätze, absätzen, absatznummer, absatznummern, satz,
    sätze, sätzen, zeile, zeilen, stellen, positionen
""")
"""Words in the names of columns with lists of the places of boundaries."""

DIMENSIONS = words_in("""
    space, spatial, time, temporal, cause, causality, causation, goal, intention, character,
    characters, place, location, setting, action, object, topic, subtopic, function, speaker,
    raum, ort, zeit, ursache, ziel, figur, figuren, handlung, thema, unterthema, funktion, sprecher
""")
"""Names of columns with kinds of one judgement, rather than of people."""

COMPUTED = words_in("""
    mean, average, avg, median, sum, total, count, score, agreement, majority, mittelwert, summe,
    anzahl, durchschnitt, consensus, konsens, difference, disagreement, abweichung
""")
"""Words in the names of columns that were computed from those of coders."""


def is_generic(name: str) -> bool:
    """Return whether a name, in lower case, says what is in a column and not whose it is."""
    words = set(name.split())
    return name in GENERIC or (
        not words.isdisjoint(OF_BOUNDARIES) and words <= OF_BOUNDARIES | BESIDE_BOUNDARIES
    )
