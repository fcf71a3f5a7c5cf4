// This machine by POSIX: its files, its programs, the environment of this process.
#pragma once

#include <chrono>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hw/world/world.h"

namespace treering::hw::world::real {

// Reads files for World, with the system's error numbers as reasons.

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

// Runs programs for World.

/// See World::run. The program gets no standard input. One that takes longer than `limit` or prints
/// more than kMaxProcessText is ended and counts as Failed.
Seen<std::string> output_of(const std::vector<std::string>& command, std::chrono::seconds limit);

// The environment that this process was started with.

/// Names and values of the variables whose names begin with `prefix`, sorted by name.
std::vector<std::pair<std::string, std::string>> process_variables(std::string_view prefix);

/// The variables that a World reports: NCCL_*, CUDA_VISIBLE_DEVICES, NVIDIA_VISIBLE_DEVICES, and
/// LD_LIBRARY_PATH, where NCCL's plugins are looked for. All others may hold secrets.
std::map<std::string, std::string> process_environment();

/// What this machine calls itself, as the name of a folder: other characters than letters, digits,
/// '.', '-' and '_' become '_'.
std::string host_name();

}  // namespace treering::hw::world::real
