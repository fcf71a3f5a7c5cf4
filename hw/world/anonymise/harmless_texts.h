// What an anonymised recording keeps of the texts that discovery reads: of each kind of file the
// lines, words and bytes that are known to be harmless. Of files that it does not know, nothing.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "hw/world/anonymise/secret_filter.h"

namespace treering::hw::world::anonymise {

/// `text`, the content of the file at `path`. Lines of files whose numbers discovery reports keep
/// their places.
std::string harmless_text(std::string_view path, const std::string& text, SecretFilter& filter);

/// The content of a nccl.conf, wherever it stands.
std::string harmless_nccl_conf(const std::string& text, SecretFilter& filter);

}  // namespace treering::hw::world::anonymise
