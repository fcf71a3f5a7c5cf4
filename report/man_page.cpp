#include "report/man_page.h"

#include <fmt/format.h>

#include "app/version.h"
#include "core/text/reading.h"

namespace treering::report {

std::string man_head(std::string_view program, std::string_view purpose) {
  // The foot of the page has room for the number alone.
  const std::string_view number = app::version().substr(0, app::version().find('+'));
  return fmt::format(
      ".TH {} 1 \"{}\" \"treering {}\" \"User Commands\"\n"
      ".SH NAME\n{} \\- {}\n.SH SYNOPSIS\n.B {}\n",
      man_text(core::upper_case(program)), app::version_date(), man_text(number), man_text(program),
      man_text(purpose), man_text(program));
}

std::string man_version() {
  return fmt::format(".SH VERSION\n{}\n", man_text(app::version()));
}

std::string man_text(std::string_view text) {
  std::string result;
  bool at_start = true;
  for (const char c : text) {
    if (at_start && (c == '.' || c == '\'')) result += "\\&";
    at_start = c == '\n';
    if (c == '\\') {
      result += "\\e";
    } else if (c == '-') {
      result += "\\-";
    } else if (c == '~') {
      result += "\\(ti";  // a bare one is an accent in PDF
    } else {
      result += c;
    }
  }
  return result;
}

std::string man_paragraphs(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t end = text.find("\n\n");
    result += fmt::format(".PP\n{}\n", man_text(text.substr(0, end)));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 2);
  }
  return result;
}

std::string man_tagged(std::string_view tag, std::string_view text) {
  return fmt::format(".TP\n.B {}\n{}\n", man_text(tag), man_text(text));
}

}  // namespace treering::report
