// The text around tables: lines that start with '#', at most 100 columns wide, and lists.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace treering::report {

/// Title of the list of versions that use the tables of another.
inline constexpr std::string_view kNearestVersions = "versions of NCCL that others stand for";

/// `mark` before each line; the last line may lack its end.
std::string marked(std::string_view text, std::string_view mark);

/// A paragraph in lines that start with "# " and that many spaces.
std::string remark(std::string_view paragraph, std::size_t indent = 0);

/// The same after a dash; nothing for an empty text.
std::string dashed_remark(std::string_view paragraph);

/// An empty line, the title, and a screenful or two of items with a dash each; nothing without
/// items.
std::string remark_list(std::string_view title, std::vector<std::string> items,
                        std::string_view where = "");

}  // namespace treering::report
