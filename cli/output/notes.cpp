#include "cli/output/notes.h"

#include <utility>

#include "cli/output/json_document.h"
#include "report/heading.h"

namespace treering::cli {

Form form_of(Format format) {
  if (format == Format::Text) return Form::Text;
  return format == Format::Json ? Form::Json : Form::Other;
}

std::vector<std::string> place_notes(Answer& answer, const Shown& shown) {
  std::vector<std::string> notes = std::move(answer.notes);
  const std::vector<std::string> doubts = std::move(answer.doubts);
  const bool has_report = !answer.report.empty();
  const bool is_left_out = shown.is_quiet && (has_report || answer.form == Form::Text);
  if (is_left_out || answer.form == Form::Other) {
    notes.insert(notes.end(), doubts.begin(), doubts.end());
    return notes;
  }
  std::string& document = has_report ? answer.report : answer.text;
  if (answer.form == Form::Json) {
    document = with_notes(std::move(document), notes);
  } else if (!answer.lists_notes) {
    document = report::with_note_lines(std::move(document), notes, shown.width);
  }
  return {};
}

}  // namespace treering::cli
