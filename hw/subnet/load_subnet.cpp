#include "hw/subnet/load_subnet.h"

#include <utility>

#include "core/quote.h"
#include "hw/formats/format.h"

namespace treering::hw {

core::Result<std::optional<SubnetText>> load_subnet(const std::string& path, const Files& files) {
  if (!files.exists(path)) return std::nullopt;
  const auto text = files.read(path, kMaxFileBytes);
  if (!text) return std::nullopt;
  const Format* format = recognise(*text);
  if (format == nullptr || format->read_fabric == nullptr) return std::nullopt;
  auto read = format->read_fabric(*text, core::printable(path));
  if (!read) return core::fail(read.error());
  return *std::move(read);
}

core::Result<std::optional<SubnetText>> load_subnet(const std::string& path) {
  return load_subnet(path, RealFiles());
}

}  // namespace treering::hw
