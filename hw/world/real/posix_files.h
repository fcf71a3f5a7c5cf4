// Reads files for World, with the system's error numbers as reasons.
#pragma once

#include <string>
#include <vector>

#include "hw/world/world.h"

namespace treering::hw::world::real {

/// The reason for an error number of the system.
Unseen unseen_of(int error_number);

/// Failed, with `text` as the reason.
tl::unexpected<Unseen> failure(std::string text);

/// World's functions for a path of this machine. Links in it are followed.
Seen<std::string> read_ordinary_file(const std::string& path, std::size_t most = kMaxWorldText);
Seen<std::vector<std::string>> list_folder(const std::string& path);
Seen<std::string> path_without_links(const std::string& path);

/// Replaces a leading "~/" by this user's home from the password database, where NCCL looks for
/// .nccl.conf (2.28.9, src/misc/param.cc, userHomeDir).
std::string without_tilde(const std::string& path);

}  // namespace treering::hw::world::real
