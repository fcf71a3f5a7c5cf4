// A difference of two machines, in a sentence.
#pragma once

#include <compare>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace treering::tuner::diff {

/// The effect of a difference on collectives.
enum class Weight {
  Heavy,     // they are slower on one of the two, or other algorithms are chosen
  Possible,  // may matter, by what runs there
  Harmless,  // other names for the same
  Unknown,   // no difference: one of the two does not report it
};

/// "heavy", "possible", "harmless", "unknown".
std::string_view name_of(Weight weight);

/// What each of the two has, in words, for who compares more than two machines.
struct Values {
  std::string name;  // of what differs: "driver"; empty where the values say it
  std::string a;     // empty: A does not report it
  std::string b;
  /// B's rate over A's, where it is one of lanes, links or ports; 0 where it is none.
  double ratio = 0;
  bool operator==(const Values&) const = default;
};

struct Difference {
  std::string topic;  // in snake_case, one for each kind of difference: "gpu_missing"
  Weight weight = Weight::Harmless;
  std::vector<std::string> devices;  // of the first machine, or those that only the second has
  std::string what;                  // "8 PCIe lanes in A, 16 in B"
  Values values = {};

  /// "GPU 0, GPU 3: 8 PCIe lanes in A, 16 in B".
  [[nodiscard]] std::string text() const;
  bool operator==(const Difference&) const = default;
};

/// A figure of one machine, in words, and whether its source reports it; an assumed figure is
/// unknown.
struct Side {
  std::string text;
  bool is_known = true;
};

/// The same figure of both machines.
struct Figures {
  std::string_view name;  // before the texts; may be empty
  Side a;
  Side b;
  double ratio = 0;  // as in Values
};

/// What was not compared because one of the two does not report it.
struct NotCompared {
  std::string topic;
  std::string device;  // empty: the whole machine, or each device
  auto operator<=>(const NotCompared&) const = default;
};

/// Collects differences in the order of adding; equal sentences on several devices become one.
class Differences {
 public:
  /// \param device empty for the whole machine
  void add(std::string_view topic, Weight weight, const std::string& device, std::string what,
           Values values);

  /// "driver: 550 in A, 535 in B"; "550 in A, 535 in B" for values without a name.
  void add(std::string_view topic, Weight weight, const std::string& device, Values values);

  /// Keeps that a figure is not compared, and says nothing.
  void leave_out(std::string_view topic, const std::string& device = "");

  /// "8 PCIe lanes in A, 16 in B" for figures that differ; a remark where one side is unknown;
  /// nothing where both are.
  void add(std::string_view topic, Weight weight, const std::string& device,
           const Figures& figures);

  /// Whether there is a difference, not a remark, of that topic.
  [[nodiscard]] bool has(std::string_view topic) const;

  /// The heavy ones first.
  [[nodiscard]] std::vector<Difference> sorted() const;

  [[nodiscard]] const std::set<NotCompared>& not_compared() const { return not_compared_; }

 private:
  std::vector<Difference> all_;
  std::set<NotCompared> not_compared_;
};

}  // namespace treering::tuner::diff
