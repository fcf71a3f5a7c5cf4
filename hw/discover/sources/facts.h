// What sources of discovery share: figures with their origin, what could not be read, and the
// reader that keeps both.
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

/// Reads small files of a world. What is absent is no fault of a single file, because few devices
/// have all; what is denied or fails is kept. Texts come without space around them.
class FactReader {
 public:
  explicit FactReader(const world::World& world) : world_(world) {}

  /// All of it, as it is. Nothing when the file is not there or is not to be read.
  std::optional<std::string> content(const std::string& path);
  /// Nothing when the file is not there, is not to be read, or holds nothing.
  std::optional<Figure<std::string>> text(const std::string& path);
  std::string plain_text(const std::string& path);  // "" for nothing
  /// Nothing also when it is no whole number.
  std::optional<Figure<int>> integer(const std::string& path);
  std::optional<std::string> real_path(const std::string& path);
  /// Whether something stands there; false also when that is not to be seen.
  bool exists(const std::string& path) { return real_path(path).has_value(); }
  /// None also when the folder is absent; only that of a whole source is kept then.
  std::vector<std::string> names(const std::string& folder);
  std::vector<std::string> names_of_source(const std::string& folder);

  /// That what was read is not what was expected.
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

/// That a file says so.
core::Origin discovered_in(const std::string& path);

/// dddd:bb:dd.f; domains may have more digits (VMD).
bool is_bus_id(const std::string& name);

}  // namespace treering::hw::discover::sources
