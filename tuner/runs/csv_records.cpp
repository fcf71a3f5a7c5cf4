#include "tuner/runs/csv_records.h"

#include <algorithm>
#include <utility>

#include "core/text/quote.h"
#include "core/text/reading.h"

namespace treering::tuner::runs {
namespace {

// A quote that is never closed must not take the rest of the file with it, nor cost a look at it.
constexpr std::size_t kMostQuoted = std::size_t{64} << 10U;
constexpr std::size_t kMostFields = 256;

/// What stands behind the first line.
std::string_view behind_line(std::string_view text) {
  core::LineReader lines(text);
  lines.next();
  return lines.rest();
}

}  // namespace

bool CsvReader::next(CsvRecord& record) {
  while (!rest_.empty() && (rest_.front() == '\n' || rest_.front() == '\r')) {
    if (rest_.front() == '\n') ++line_;
    rest_.remove_prefix(1);
  }
  if (rest_.empty()) return false;
  record = {line_, {}, ""};
  second_line_ = behind_line(rest_);
  second_number_ = 0;
  bool has_more = true;
  while (has_more) {
    std::string field;
    has_more = read_field(field, record.problem);
    record.fields.emplace_back(core::without_text_mark(field));
    if (!has_more || record.fields.size() < kMostFields) continue;
    record.problem = "more fields than a table can have";
    skip_line();
    has_more = false;
  }
  if (line_ > record.line + 1) second_number_ = record.line + 1;
  return true;
}

void CsvReader::step_back_to_second_line() {
  if (second_number_ == 0) return;
  rest_ = second_line_;
  line_ = std::exchange(second_number_, 0);
}

/// One field and what ends it. False where the record ends with it.
bool CsvReader::read_field(std::string& field, std::string& problem) {
  if (rest_.starts_with('"')) return read_quoted(field, problem);
  const std::size_t end = std::min(rest_.find_first_of(",\n"), rest_.size());
  field = rest_.substr(0, end);
  const bool has_more = end < rest_.size() && rest_[end] == ',';
  if (!has_more) {
    if (field.ends_with('\r')) field.pop_back();
    ++line_;
  }
  rest_.remove_prefix(std::min(end + 1, rest_.size()));
  return has_more;
}

bool CsvReader::read_quoted(std::string& field, std::string& problem) {
  std::size_t at = 1;
  while (at < rest_.size() && at < kMostQuoted) {
    if (rest_[at] != '"') {
      field += rest_[at++];
    } else if (rest_.substr(at).starts_with("\"\"")) {
      field += '"';
      at += 2;
    } else {
      break;
    }
  }
  const bool is_closed = at < rest_.size() && rest_[at] == '"';
  const std::size_t next = at + 1;
  const std::string_view behind = is_closed ? rest_.substr(next) : std::string_view();
  const bool ends_well = is_closed && (behind.empty() || behind.starts_with(',') ||
                                       behind.starts_with('\n') || behind.starts_with("\r\n"));
  if (!ends_well) {
    problem = is_closed ? "text behind a closing quote" : "a quote that is not closed";
    skip_line();
    return false;
  }
  line_ += static_cast<int>(core::line_of(rest_, at)) - 1;
  rest_.remove_prefix(next);
  if (rest_.starts_with(',')) {
    rest_.remove_prefix(1);
    return true;
  }
  skip_line();
  return false;
}

/// Goes on behind the line that rest_ begins in.
void CsvReader::skip_line() {
  rest_ = behind_line(rest_);
  ++line_;
}

}  // namespace treering::tuner::runs
