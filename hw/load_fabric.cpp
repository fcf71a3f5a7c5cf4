#include "hw/load_fabric.h"

#include <utility>

#include "hw/formats/format.h"

namespace treering::hw {

core::Result<std::optional<fabric::readers::FabricText>> load_fabric(const std::string& path,
                                                                     const io::Files& files) {
  if (!files.exists(path)) return std::nullopt;
  const auto text = files.read(path, io::kMaxFileBytes);
  if (!text) return std::nullopt;
  const formats::Format* format = formats::recognise(*text);
  if (format == nullptr || format->read_fabric == nullptr) return std::nullopt;
  auto read = format->read_fabric(*text, io::shown_path(path));
  if (!read) return core::fail(read.error());
  return *std::move(read);
}

}  // namespace treering::hw
