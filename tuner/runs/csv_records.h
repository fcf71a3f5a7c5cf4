// The records of a CSV text (RFC 4180) as core/text/quote.h writes them; a broken record loses only
// itself.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace treering::tuner::runs {

struct CsvRecord {
  int line = 0;  // where it begins, from 1
  std::vector<std::string> fields;
  std::string problem;  // a quote that does not end, or stands inside a field
};

class CsvReader {
 public:
  explicit CsvReader(std::string_view text) : rest_(text) {}

  /// False at the end. Skips empty lines.
  bool next(CsvRecord& record);

  /// Rejects the last record, which took several lines: the next begins on its second line.
  void step_back_to_second_line();

 private:
  bool read_field(std::string& field, std::string& problem);
  bool read_quoted(std::string& field, std::string& problem);
  void skip_line();

  std::string_view rest_;
  int line_ = 1;  // of the first byte of rest_
  std::string_view second_line_;
  int second_number_ = 0;  // 0: the last record had one line
};

}  // namespace treering::tuner::runs
