#include "core/text/field.h"

namespace treering::core {

std::string field(std::string_view name) {
  return std::string(kFieldMark).append(name).append(kFieldEnd);
}

std::string with_fields(std::string_view text, const FieldSpelling& spelling) {
  std::string result;
  while (true) {
    const std::size_t open = text.find(kFieldMark);
    const std::size_t close = open == std::string_view::npos ? open : text.find(kFieldEnd, open);
    if (close == std::string_view::npos) return result.append(text);
    const std::size_t begin = open + kFieldMark.size();
    const auto spelled = spelling(text.substr(begin, close - begin));
    // An unknown name may contain the start of a field: continue right after its bracket.
    const std::size_t end = spelled ? close + kFieldEnd.size() : begin;
    result.append(text.substr(0, spelled ? open : end));
    if (spelled) result.append(*spelled);
    text.remove_prefix(end);
  }
}

}  // namespace treering::core
