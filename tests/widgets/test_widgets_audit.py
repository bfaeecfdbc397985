"""The audit's view: choosing a claim, answering, undoing, reading the report and taking it along."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QRawFont
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QLineEdit, QPlainTextEdit, QPushButton
from pytestqt.qtbot import QtBot

from citations.audit import QUESTIONS, Answer, Audit, State, Trial, free, loads_json, loads_toml, markdown, prefill
from citations.library import Library
from citations.records import Source
from widgets.audit_answer import AnswerForm
from widgets.audit_bar import AuditBar
from widgets.audit_checklist import Checklist
from widgets.audit_choice import ClaimChoice, FreeClaim
from widgets.audit_export import pdf, write_audit
from widgets.audit_view import AuditView
from widgets.export import ExportError
from widgets.palette import apply_theme
from widgets.rich_page import RichPage

TRIAL = Trial(
    "Pages", "2-4 x", "3.1 x", "teaching-estimate", "1 r/s", "3.1 r/s", ("OPT-13B",), ("lengths",), "inside"
)


@pytest.fixture(scope="module")
def sources() -> tuple[Source, ...]:
    return Library.open().sources(1)


@pytest.fixture
def view(qtbot: QtBot, sources: tuple[Source, ...]) -> AuditView:
    view = AuditView()
    qtbot.addWidget(view)
    view.resize(1000, 620)
    view.setLibrary(sources)
    view.show()
    return view


def said(view: AuditView) -> str:
    return view.findChild(RichPage).toPlainText().replace("\u00a0", " ").replace("\u2060", "")


def button(view: AuditView, words: str) -> QPushButton:
    return next(found for found in view.findChildren(QPushButton) if found.text().startswith(words))


def field(view: AuditView, name: str) -> QPlainTextEdit:
    return next(found for found in view.findChildren(QPlainTextEdit) if found.accessibleName() == name)


def box(view: AuditView, name: str) -> QComboBox:
    return next(found for found in view.findChildren(QComboBox) if found.accessibleName() == name)


def write(view: AuditView, name: str, text: str) -> None:
    """Write into a field and leave it."""
    edit = field(view, name)
    edit.setFocus()
    edit.setPlainText(text)
    view.findChild(AnswerForm).commit()


def test_without_a_claim_everything_is_a_gap_and_nothing_may_be_quoted(view: AuditView) -> None:
    assert view.audit() == free()
    assert "Not to be quoted yet" in said(view)
    assert not button(view, "Try it").isEnabled()
    assert view.findChild(FreeClaim).isVisible()


def test_choosing_a_claim_shows_what_its_source_discloses(view: AuditView, sources: tuple[Source, ...]) -> None:
    heard: list[Audit] = []
    view.auditChanged.connect(heard.append)
    choice = view.findChild(ClaimChoice)
    choice.setCurrentIndex(choice.findData("pagedattention:1"))
    choice.activated.emit(choice.currentIndex())
    paged = next(source for source in sources if source.key == "pagedattention")
    assert heard == [prefill(paged, 1)] == [view.audit()]
    assert "2-4 x" in said(view)
    assert "ShareGPT and Alpaca traces" in said(view)
    assert not view.findChild(FreeClaim).isVisible()
    assert button(view, "Try it").isEnabled()


def test_all_claims_are_offered_and_typing_finds_them(view: AuditView) -> None:
    choice = view.findChild(ClaimChoice)
    assert choice.count() == 188
    completer = choice.completer()
    completer.setCompletionPrefix("BLOCK DRAFTER")
    assert completer.completionCount() == 1


def test_the_checklist_walks_by_keyboard_and_the_form_follows(view: AuditView, qtbot: QtBot) -> None:
    view.chooseClaim("pagedattention", 1)
    steps = view.findChild(Checklist)
    steps.setFocus()
    for asked in QUESTIONS[1:]:
        qtbot.keyClick(steps, Qt.Key.Key_Down)
        assert steps.question() == asked.key
        boxes = [found.text() for found in view.findChild(AnswerForm)._parts]
        assert boxes == [part.label.en for part in asked.parts]


def test_an_answer_changes_the_report_and_can_be_taken_back(view: AuditView) -> None:
    view.chooseClaim("orca", 1)
    before = view.audit()
    write(view, "Answer", "ShareGPT, 1 request per second")
    written = view.audit().answer("workload")
    assert (written.text, written.state) == ("ShareGPT, 1 request per second", State.PARTIAL)
    assert "ShareGPT, 1 request per second" in said(view)
    button(view, "Undo").click()
    assert view.audit() == before
    assert "ShareGPT" not in said(view)
    button(view, "Redo").click()
    assert view.audit().answer("workload") == written


def test_ticking_parts_sets_the_state(view: AuditView) -> None:
    view.chooseClaim("orca", 1)
    for place, state in enumerate((State.PARTIAL, State.PARTIAL, State.DISCLOSED)):
        ticked = view.findChildren(QCheckBox)[place]
        ticked.setFocus()
        ticked.click()
        assert ticked.hasFocus(), "the keyboard stays where it was"
        assert view.audit().answer("workload").state is state
    assert box(view, "State").currentData() == "disclosed"


def test_state_evidence_reason_and_consequence_are_the_users_to_set(view: AuditView) -> None:
    view.chooseClaim("orca", 1)
    for name, value in (("State", "apart"), ("Evidence", "reproducible")):
        chosen = box(view, name)
        chosen.setCurrentIndex(chosen.findData(value))
        chosen.activated.emit(chosen.currentIndex())
    write(view, "Reason", "I was there.")
    write(view, "Consequence", "Only for chat.")
    answer = view.audit().answer("workload")
    assert answer == Answer("workload", State.APART, "", "I was there.", "reproducible", "Only for chat.")
    write(view, "Reason", "")
    assert view.audit().answer("workload").reason == ""
    assert field(view, "Reason").toPlainText(), "the standing reason is back"


def test_standing_words_are_shown_and_are_no_answer_of_the_user(view: AuditView) -> None:
    view.chooseClaim("pagedattention", 1)
    assert "ShareGPT and Alpaca traces" in field(view, "Answer").toPlainText()
    before = view.audit()
    write(view, "Answer", field(view, "Answer").toPlainText())
    assert view.audit() == before


def test_words_still_being_written_are_part_of_the_audit(view: AuditView) -> None:
    view.chooseClaim("orca", 1)
    field(view, "Answer").setPlainText("half a sentence")
    assert view.audit().answer("workload").text == "half a sentence"


def test_words_are_kept_when_another_question_is_chosen(view: AuditView) -> None:
    view.chooseClaim("orca", 1)
    field(view, "Answer").setPlainText("for the first")
    view.findChild(Checklist).choose("cache")
    assert view.audit().answer("workload").text == "for the first"
    assert view.audit().answer("cache").text == ""


def test_words_still_being_written_stay_with_their_claim(view: AuditView) -> None:
    view.chooseClaim("orca", 1)
    field(view, "Answer").setPlainText("about Orca")
    view.chooseClaim("awq", 1)
    assert "about Orca" not in view.describe()
    view.undo()
    assert view.audit().answer("workload").text == "about Orca"


def test_a_link_in_the_report_leads_to_its_question(view: AuditView) -> None:
    view.chooseClaim("orca", 1)
    view.findChild(RichPage).linkClicked.emit("question:evidence")
    assert view.findChild(Checklist).question() == "evidence"


def test_a_free_claim_is_written_down_and_keeps_the_users_answers(view: AuditView) -> None:
    view.chooseClaim("orca", 1)
    button(view, "Free claim").click()
    write(view, "Reason", "It is mine.")
    for name, text in (("Figure", "5"), ("Unit", "x"), ("Baseline", "vLLM"), ("Conditions", "Llama 3 on one H100")):
        edit = next(found for found in view.findChildren(QLineEdit) if found.accessibleName() == name)
        edit.setText(text)
        edit.editingFinished.emit()
    audit = view.audit()
    assert audit.subject.figure == "5 x"
    assert audit.answer("workload").reason == "It is mine."
    assert "hardware" not in audit.answer("sameness").missing
    for _ in range(5):
        view.undo()
    assert view.audit() == free()


def test_trying_is_asked_for_shown_and_undone(view: AuditView) -> None:
    view.chooseClaim("pagedattention", 1)
    heard: list[Audit] = []
    view.tryWanted.connect(heard.append)
    button(view, "Try it").click()
    assert heard == [view.audit()]
    view.setProgress(0.4)
    cancelled: list[bool] = []
    view.cancelWanted.connect(lambda: cancelled.append(True))
    button(view, "Cancel").click()
    assert cancelled == [True]
    view.setTried(TRIAL)
    assert button(view, "Try it").isEnabled()
    text = said(view)
    assert "3.1 x" in text
    assert "teaching-estimate" in text
    assert "neither proves nor refutes" in text
    view.undo()
    assert "3.1 x" not in said(view)


def test_a_claim_without_a_run_says_why_it_cannot_be_tried(view: AuditView) -> None:
    view.chooseClaim("medusa", 1)
    assert not button(view, "Try it").isEnabled()
    assert "without a stated acceptance" in button(view, "Try it").toolTip()
    view.chooseClaim("megatron-lm", 1)
    assert "training" in button(view, "Try it").toolTip()


def test_another_audit_is_shown_without_a_word_and_can_be_undone(view: AuditView, qtbot: QtBot) -> None:
    view.chooseClaim("orca", 1)
    before = view.audit()
    with qtbot.assertNotEmitted(view.auditChanged):
        view.setAudit(free())
    view.undo()
    assert view.audit() == before


@pytest.mark.parametrize("suffix", [".pdf", ".md", ".json", ".toml"])
def test_the_menu_asks_for_a_file_and_export_writes_it(view: AuditView, tmp_path: Path, suffix: str) -> None:
    view.chooseClaim("pagedattention", 1)
    view.setTried(TRIAL)
    heard: list[str] = []
    view.exportWanted.connect(heard.append)
    view.findChild(AuditBar)._actions[suffix].trigger()
    assert heard == [suffix]
    target = view.export(tmp_path / f"report{suffix}")
    data = target.read_bytes()
    if suffix == ".pdf":
        assert data.startswith(b"%PDF")
    elif suffix == ".md":
        assert data.decode() == view.describe()
    else:
        read = loads_json if suffix == ".json" else loads_toml
        assert read(data.decode()) == view.audit()
    if suffix == ".json":
        assert json.loads(data)["verdict"]["use"] == "conditions"


def test_what_cannot_be_written_is_said(view: AuditView, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"found the ending '.docx'"):
        view.export(tmp_path / "report.docx")
    with pytest.raises(ExportError, match="cannot be written"):
        write_audit(free(), tmp_path / "none" / "report.md")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_report_is_one_page(qapp: QApplication, sources: tuple[Source, ...], language: str) -> None:
    audits = [prefill(source, n) for source in sources for n in range(1, len(source.claims) + 1)]
    longest = sorted(audits, key=lambda audit: len(markdown(audit, language)))[-3:]
    for audit in longest:
        tried = replace(audit, trial=replace(TRIAL, unmatched=("a long condition that differs from the claim",) * 8))
        assert len(re.findall(rb"/Type\s*/Page\b", pdf(tried, language))) == 1


def test_the_view_speaks_both_languages(view: AuditView) -> None:
    view.chooseClaim("eagle-3", 4)
    view.setLanguage("zh")
    assert "缺失" in said(view)
    assert view.describe().startswith("# 审计：")
    assert "负载" in view.findChild(Checklist).topLevelItem(0).text(0)
    view.setLanguage("en")
    assert "Missing" in said(view)


def test_the_report_follows_the_theme(view: AuditView, qapp: QApplication) -> None:
    view.chooseClaim("orca", 1)
    before = view.findChild(RichPage).toHtml()
    apply_theme(qapp, "dark")
    assert view.findChild(RichPage).toHtml() != before


def test_every_part_has_a_name_for_screen_readers(view: AuditView) -> None:
    for kind in (QComboBox, QPlainTextEdit, QLineEdit, Checklist, RichPage):
        for part in view.findChildren(kind):
            if part.isVisible() and not isinstance(part.parent(), QComboBox):
                assert part.accessibleName(), part


def test_every_sign_and_chinese_word_of_the_report_is_in_the_shipped_fonts(qapp: QApplication) -> None:
    folder = Path(__file__).parents[2]
    fonts = [QRawFont(str(path), 16) for path in (folder / "assets" / "fonts").glob("*.otf")]
    words = "".join(path.read_text(encoding="utf-8") for path in (folder / "citations" / "audit").glob("*.py"))
    foreign = {letter for letter in words if ord(letter) > 127}
    assert sorted(sign for sign in foreign if not any(font.supportsCharacter(ord(sign)) for font in fonts)) == []
