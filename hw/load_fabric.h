// A file that holds a fabric instead of a machine.
#pragma once

#include <optional>
#include <string>

#include "core/result.h"
#include "hw/fabric/readers/text.h"
#include "hw/io/files.h"

namespace treering::hw {

/// The fabric in the file at `path`, in any such format of hw/formats/formats.def; nothing where
/// there is no file or another format. Fails where the fabric has no node.
core::Result<std::optional<fabric::readers::FabricText>> load_fabric(const std::string& path,
                                                                     const io::Files& files);

}  // namespace treering::hw
