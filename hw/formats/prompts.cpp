#include "hw/formats/prompts.h"

#include <algorithm>
#include <cstddef>

#include "core/text/reading.h"

namespace treering::hw::formats {
namespace {

bool ends_host(char c) {
  return c == ':' || c == ' ' || c == ']' || c == '#' || c == '$';
}

/// Whether a prompt is that of a container, which is named by its id, twelve digits, and shows
/// nothing of the host that it is on.
bool is_container(std::string_view host) {
  constexpr std::size_t kDigits = 12;
  return host.size() == kDigits && std::ranges::all_of(host, core::is_hex_digit);
}

/// Empty also for the prompts of containers.
std::string_view known_host_of_prompt(std::string_view line) {
  const std::string_view host = host_of_prompt(line);
  return is_container(host) ? std::string_view() : host;
}

}  // namespace

std::string_view host_of_prompt(std::string_view line) {
  const std::size_t at = line.find('@');
  if (at == std::string_view::npos || at == 0 || line.substr(0, at).find(' ') < at) return {};
  const std::string_view rest = line.substr(at + 1);
  const auto* const end = std::ranges::find_if(rest, ends_host);
  const std::string_view behind = rest.substr(static_cast<std::size_t>(end - rest.begin()));
  const bool is_prompt =
      behind.find("$ ") != std::string_view::npos || behind.find("# ") != std::string_view::npos;
  return is_prompt ? rest.substr(0, rest.size() - behind.size()) : std::string_view();
}

std::vector<std::string> hosts_of_prompts(std::string_view text) {
  constexpr std::size_t kMost = 16;  // more than a paste has
  std::vector<std::string> hosts;
  if (text.find('@') == std::string_view::npos) return hosts;
  for (core::LineReader lines(text); lines.next() && hosts.size() < kMost;) {
    const std::string_view host = known_host_of_prompt(lines.line());
    const bool is_new = !host.empty() && std::ranges::find(hosts, host) == hosts.end();
    if (is_new) hosts.emplace_back(host);
  }
  return hosts;
}

namespace {

/// Whose the lines above the first prompt are, too; empty without prompts.
std::string_view first_host(std::string_view text) {
  for (core::LineReader lines(text); lines.next();) {
    const std::string_view host = known_host_of_prompt(lines.line());
    if (!host.empty()) return host;
  }
  return {};
}

}  // namespace

std::string lines_of_host(std::string_view text, std::string_view host) {
  std::string own;
  own.reserve(text.size());
  bool is_own = first_host(text) == host;
  for (core::LineReader lines(text); lines.next();) {
    const std::string_view named = known_host_of_prompt(lines.line());
    if (!named.empty()) is_own = named == host;
    if (is_own) own += lines.line();
    if (lines.has_end()) own += '\n';
  }
  return own;
}

}  // namespace treering::hw::formats
