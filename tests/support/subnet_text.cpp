#include "tests/support/subnet_text.h"

#include <iterator>
#include <utility>

#include <fmt/format.h>

namespace treering::test {
namespace {

/// A node of level i: `high` counts the subtrees of its level, `low` the equal nodes atop of each.
struct Place {
  std::size_t level = 0;
  std::size_t high = 0;
  std::size_t low = 0;
};

std::size_t entry(const std::vector<int>& values, std::size_t index) {
  return static_cast<std::size_t>(values.at(index));
}

class Writer {
 public:
  explicit Writer(FatTreePlan plan) : plan_(std::move(plan)) {}

  std::string write() {
    print("#\n# Topology file: generated\n#\n");
    for (std::size_t level = plan_.down.size(); level > 0; --level) {
      const std::size_t count = switches_in(plan_, level);
      for (std::size_t i = 0; i < count; ++i) {
        write_switch({level, i / atop(level), i % atop(level)});
      }
    }
    for (std::size_t host = 0; host < hosts_in(plan_); ++host) {
      for (std::size_t rail = 0; rail < rails(); ++rail) write_adapter(host, rail);
    }
    return std::move(text_);
  }

 private:
  template <class... Args>
  void print(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
  }

  std::size_t rails() const { return static_cast<std::size_t>(plan_.rails); }

  /// Switches of `level` that share their subtree.
  std::size_t atop(std::size_t level) const {
    std::size_t count = 1;
    for (std::size_t i = 0; i < level; ++i) count *= entry(plan_.up, i);
    return count;
  }

  std::size_t index_of(const Place& place) const {
    return place.high * atop(place.level) + place.low;
  }

  std::string id_of(const Place& place) const {
    return fmt::format("S-{:08x}{:08x}", 0x2c5e0000 + place.level, index_of(place));
  }

  std::string name_of(const Place& place) const {
    return fmt::format("MF0;sw{}-{}:MQM9700/U1", place.level, index_of(place));
  }

  static std::string adapter_name(std::size_t host, std::size_t rail) {
    return fmt::format("node{:04} mlx5_{}", host, rail);
  }

  std::size_t adapter_guid(std::size_t host, std::size_t rail) const {
    return (std::size_t{0xe09d} << 48U) + host * rails() + rail;
  }

  void write_switch(const Place& place) {
    const std::string id = id_of(place);
    print("\nvendid=0x2c9\ndevid=0xd2f2\nsysimgguid=0x{0}\nswitchguid=0x{0}({0})\n", id.substr(2));
    print("Switch\t65 \"{}\"\t\t# \"{}\" enhanced port 0 lid 1 lmc 0\n", id, name_of(place));
    write_down_ports(place);
    if (place.level == plan_.down.size()) return;
    const std::size_t parents = entry(plan_.up, place.level);
    const std::size_t cables = entry(plan_.cables, place.level);
    for (std::size_t y = 0; y < parents; ++y) {
      const Place parent{place.level + 1, place.high / entry(plan_.down, place.level),
                         place.low * parents + y};
      const std::size_t x = place.high % entry(plan_.down, place.level);
      for (std::size_t k = 0; k < cables; ++k) {
        print("[{}]\t\"{}\"[{}]\t\t# \"{}\" lid 1 {}\n", up_port(place.level, y * cables + k),
              id_of(parent), x * cables + k + 1, name_of(parent), plan_.rate);
      }
    }
  }

  /// Ports up begin behind those down.
  std::size_t up_port(std::size_t level, std::size_t index) const {
    return entry(plan_.down, level - 1) * entry(plan_.cables, level - 1) + index + 1;
  }

  void write_down_ports(const Place& place) {
    const std::size_t cables = entry(plan_.cables, place.level - 1);
    const std::size_t parents = entry(plan_.up, place.level - 1);
    for (std::size_t x = 0; x < entry(plan_.down, place.level - 1); ++x) {
      const std::size_t high = place.high * entry(plan_.down, place.level - 1) + x;
      const std::size_t y = place.low % parents;
      for (std::size_t k = 0; k < cables; ++k) {
        print("[{}]\t", x * cables + k + 1);
        if (place.level == 1) {
          const std::size_t host = place.high / rails() * entry(plan_.down, 0) + x;
          const std::size_t rail = place.high % rails();
          print("\"H-{0:016x}\"[1]({0:x}) \t\t# \"{1}\" lid 1 {2}\n", adapter_guid(host, rail),
                adapter_name(host, rail), plan_.rate);
          continue;
        }
        const Place child{place.level - 1, high, place.low / parents};
        print("\"{}\"[{}]\t\t# \"{}\" lid 1 {}\n", id_of(child),
              up_port(child.level, y * cables + k), name_of(child), plan_.rate);
      }
    }
  }

  void write_adapter(std::size_t host, std::size_t rail) {
    const std::size_t guid = adapter_guid(host, rail);
    const Place leaf{1, host / entry(plan_.down, 0) * rails() + rail, 0};
    print("\nvendid=0x2c9\ndevid=0x1021\nsysimgguid=0x{0:x}\ncaguid=0x{0:x}\n", guid);
    print("Ca\t1 \"H-{:016x}\"\t\t# \"{}\"\n", guid, adapter_name(host, rail));
    print("[1]({:x}) \t\"{}\"[{}]\t\t# lid 1 lmc 0 \"{}\" lid 1 {}\n", guid, id_of(leaf),
          host % entry(plan_.down, 0) + 1, name_of(leaf), plan_.rate);
  }

  FatTreePlan plan_;
  std::string text_;
};

}  // namespace

std::size_t hosts_in(const FatTreePlan& plan) {
  std::size_t count = 1;
  for (const int down : plan.down) count *= static_cast<std::size_t>(down);
  return count / static_cast<std::size_t>(plan.rails);
}

std::size_t switches_in(const FatTreePlan& plan, std::size_t level) {
  std::size_t count = 1;
  for (std::size_t i = 0; i < plan.down.size(); ++i) {
    count *= i < level ? entry(plan.up, i) : entry(plan.down, i);
  }
  return count;
}

std::string subnet_text(const FatTreePlan& plan) {
  return Writer(plan).write();
}

}  // namespace treering::test
