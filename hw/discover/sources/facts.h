// Shared by the sources of discovery: figures with their origin, what could not be read, and the
// reader that records both.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/figure.h"
#include "hw/world/world.h"

namespace treering::hw::discover::sources {

using core::Figure;  // a value and the file that says so

/// A file or folder that a source asked for and did not get.
struct Unread {
  std::string path;
  world::Unseen why;
  bool operator==(const Unread&) const = default;
};

/// Reads small files of a world. Records files that are denied or fail; absent ones are no fault,
/// because few devices have all. Trims the texts.
class FactReader {
 public:
  explicit FactReader(const world::World& world) : world_(world) {}

  /// The whole text, untrimmed. Nothing when the file is absent or unreadable.
  std::optional<std::string> content(const std::string& path);
  /// Nothing when the file is absent, unreadable or empty.
  std::optional<Figure<std::string>> text(const std::string& path);
  std::string plain_text(const std::string& path);  // "" for nothing
  /// Nothing also when it is not a whole number.
  std::optional<Figure<int>> integer(const std::string& path);
  std::optional<std::string> real_path(const std::string& path);
  /// Whether something exists there; false also when this is hidden.
  bool exists(const std::string& path) { return real_path(path).has_value(); }
  /// None also when the folder is absent; this is recorded only for the folder of a whole source.
  std::vector<std::string> names(const std::string& folder);
  std::vector<std::string> names_of_source(const std::string& folder);

  /// Records that a file does not hold what was expected.
  void note(const std::string& path, std::string why) {
    unread_.push_back({path, {world::Unseen::Why::Failed, std::move(why)}});
  }

  std::vector<Unread> take_unread() { return std::move(unread_); }

 private:
  const world::World& world_;
  std::vector<Unread> unread_;
};

/// The last PCI address among the parts of a path; "" for none.
std::string bus_id_in(const std::string& path);

/// Names of one folder, mlx5_2 before mlx5_10.
std::vector<std::string> in_order_of_numbers(std::vector<std::string> names);

/// The origin of what this file says.
core::Origin discovered_in(const std::string& path);

}  // namespace treering::hw::discover::sources
