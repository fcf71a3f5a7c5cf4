#include "tests/cli/report/browser.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/units.h"
#include "report/figures.h"
#include "tests/support/temporary_folder.h"

namespace treering::cli {
namespace {

std::string content_of(const std::string& path) {
  std::ifstream stream(path);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::string replaced(std::string text, const std::string& part, const std::string& by) {
  const std::size_t at = text.find(part);
  return at == std::string::npos ? text : text.replace(at, part.size(), by);
}

/// With the script that looks, and before all others one that keeps errors.
std::string observed(const std::string& page) {
  const std::string keeping =
      "<head><script>window.lookErrors = [];"
      "addEventListener('error', function (e) { lookErrors.push(String(e.message)); });"
      "['error', 'warn'].forEach(function (name) {"
      " console[name] = function (text) { lookErrors.push(String(text)); }; });</script>";
  const std::string looking =
      "<script>\n" + content_of("tests/cli/report/look.js") + "</script>\n</body>";
  const std::size_t end = page.rfind("</body>");
  std::string whole = page;
  if (end != std::string::npos) whole.replace(end, 7, looking);
  return replaced(std::move(whole), "<head>", keeping);
}

/// A window of its own may not be narrower than 500 pixels, a frame may.
std::string around(int width) {
  return fmt::format(
      "<!DOCTYPE html><html><body style=\"margin:0\"><pre id=\"seen\"></pre><script>\n"
      "addEventListener('message', function (e) {{\n"
      "  document.getElementById('seen').textContent = btoa(encodeURIComponent(e.data));\n"
      "}});</script>\n"
      "<iframe src=\"page.html\" "
      "style=\"width:{}px;height:900px;border:0\"></iframe></body></html>",
      width);
}

std::string decoded(const std::string& base64) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  unsigned value = 0;
  int bits = 0;
  for (const char c : base64) {
    const std::size_t digit = digits.find(c);
    if (digit == std::string::npos) continue;
    value = (value << 6U) | static_cast<unsigned>(digit);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes += static_cast<char>((value >> static_cast<unsigned>(bits)) & 0xffU);
  }
  return bytes;
}

/// "%22" and the like back to bytes.
std::string unescaped(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%' || i + 2 >= text.size()) {
      result += text[i];
      continue;
    }
    result += static_cast<char>(std::stoi(text.substr(i + 1, 2), nullptr, 16));
    i += 2;
  }
  return result;
}

nlohmann::json console_of(const std::string& log) {
  auto lines = nlohmann::json::array();
  std::istringstream rest(log);
  for (std::string line; std::getline(rest, line);) {
    if (line.find("CONSOLE") != std::string::npos) lines.push_back(line);
  }
  return lines;
}

/// What the observer wrote into the page; nothing where it did not.
std::optional<std::string> written_by_observer(const std::string& dom) {
  const std::string before = "<pre id=\"seen\">";
  const std::size_t begin = dom.find(before);
  const std::size_t end = dom.find("</pre>", begin);
  if (begin == std::string::npos || end == std::string::npos) return {};
  return dom.substr(begin + before.size(), end - begin - before.size());
}

}  // namespace

std::string why_no_browser() {
  if (std::system("command -v chromium >/dev/null 2>&1") != 0) {
    return "no chromium here, so nothing looks at the page";
  }
  // Under sanitizers and without user namespaces the browser may not even start.
  const support::TemporaryFolder folder;
  const std::string command = fmt::format(
      "timeout 60 chromium --headless --no-sandbox --disable-gpu --user-data-dir={}/profile "
      "--dump-dom about:blank 2>/dev/null | grep -q '<html>'",
      folder.path());
  return std::system(command.c_str()) == 0 ? "" : "chromium does not start here";
}

nlohmann::json looked_at(const std::string& page, int width) {
  const support::TemporaryFolder folder;
  std::ofstream(folder.path() + "/page.html") << observed(page);
  std::ofstream(folder.path() + "/around.html") << around(width);
  // Time that the page waits for passes at once; it is far from being used up.
  const std::string command = fmt::format(
      "timeout 240 chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage "
      "--no-first-run --window-size=1600,1000 --virtual-time-budget=30000 --enable-logging=stderr "
      "--user-data-dir={0}/profile --dump-dom file://{0}/around.html >{0}/dom 2>{0}/log",
      folder.path());
  if (std::system(command.c_str()) != 0) return nullptr;
  const std::string dom = content_of(folder.path() + "/dom");
  const auto written = written_by_observer(dom);
  if (!written || written->empty()) return nullptr;
  auto seen = nlohmann::json::parse(unescaped(decoded(*written)));
  seen["console"] = console_of(content_of(folder.path() + "/log"));
  return seen;
}

std::string rounded(double value) {
  return value >= 1000 ? fmt::format("{:.0f}", value) : fmt::format("{:.3g}", value);
}

double with_halves_up(double value) {
  return value * (1 + 1e-12);
}

std::string value_text(double value, bool is_time) {
  value = with_halves_up(value);
  if (is_time) return report::short_time(core::Duration::from_us(value));
  return rounded(value) + " GB/s";
}

}  // namespace treering::cli
