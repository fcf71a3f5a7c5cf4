#include "app/setup/named_devices.h"

#include "core/text/reading.h"

namespace treering::app::setup {
namespace {

bool is_word(std::string_view text, std::size_t at) {
  if (at >= text.size()) return false;
  return text[at] == '_' || core::is_letter_or_digit(text[at]);
}

bool names(std::string_view text, std::string_view name) {
  if (name.empty()) return false;
  for (std::size_t at = text.find(name); at != std::string_view::npos;
       at = text.find(name, at + 1)) {
    const bool begins = at == 0 || !is_word(text, at - 1);
    if (begins && !is_word(text, at + name.size())) return true;
  }
  return false;
}

}  // namespace

std::vector<std::string> named_devices(const core::Topology& node, std::string_view text) {
  std::vector<std::string> found;
  for (const core::Device& device : node.devices()) {
    if (names(text, device.name)) found.push_back(device.name);
  }
  return found;
}

}  // namespace treering::app::setup
