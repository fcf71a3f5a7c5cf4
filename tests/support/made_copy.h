// Programs of other folders that tests run: copied to the build's folder and made there.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/result.h"

namespace treering::testing {

/// Runs a command line of the shell, its words going to `log`.
bool succeeds(const std::string& command, const std::filesystem::path& log);

/// The end of a file.
std::string end_of(const std::filesystem::path& log);

/// Copies `files` and the folder src of `from` to `work`, and runs make there. Tests that do so
/// side by side wait for each other. Fails with the end of make's words.
core::Result<void> make_copy(const std::filesystem::path& from, const std::filesystem::path& work,
                             const std::vector<std::string>& files);

}  // namespace treering::testing
