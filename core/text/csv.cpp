#include "core/text/csv.h"

namespace treering::core {
namespace {

std::string quoted_where_needed(const std::string& field) {
  if (field.find_first_of(",\"\r\n") == std::string::npos) return field;
  std::string text = "\"";
  for (const char c : field) {
    if (c == '"') text += '"';
    text += c;
  }
  return text + '"';
}

}  // namespace

std::string csv_line(const std::vector<std::string>& fields) {
  std::string line;
  for (const std::string& field : fields) line += quoted_where_needed(field) + ',';
  if (!fields.empty()) line.pop_back();
  return line + '\n';
}

}  // namespace treering::core
