// The parts of discovery's texts that an anonymised recording keeps: the lines, words and bytes of
// each kind of file that are known to be harmless. Nothing of unknown files.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "hw/world/anonymise/secret_filter.h"

namespace treering::hw::world::anonymise {

/// The harmless parts of `text`, the content of the file at `path`. Keeps line numbers of files
/// where discovery reports them.
std::string harmless_text(std::string_view path, const std::string& text, SecretFilter& filter);

/// The same for the content of a nccl.conf at any path.
std::string harmless_nccl_conf(const std::string& text, SecretFilter& filter);

}  // namespace treering::hw::world::anonymise
