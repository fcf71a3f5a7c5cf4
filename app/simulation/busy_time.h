// How long a stream has done what until a moment, without looking at each of its steps: for
// timelines that show more steps than they have pixels.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "app/simulation/moments.h"

namespace treering::app::simulation {

/// us by Doing; those of Waits are 0.
struct Deeds {
  std::array<double, 4> us{};

  double of(Doing doing) const { return us[static_cast<std::size_t>(doing)]; }
  double all() const { return us[1] + us[2] + us[3]; }
  Deeds& add(const Deeds& other, double times);
  bool operator==(const Deeds&) const = default;
};

/// The times of one recorded track.
class BusyTime {
 public:
  using Steps = sim::timeline::Track<sim::timeline::RecordedStep>;

  /// \param doing by the step's number. What is repeated is taken to do the same again.
  BusyTime(const Steps& steps, const std::function<Doing(std::uint64_t)>& doing);

  /// From the begin to then. \param steps as in the constructor
  Deeds until(const Steps& steps, double us) const;

 private:
  static constexpr std::size_t kBlock = 16;  // entries that are added up one by one

  Deeds between(const Steps& steps, std::size_t first, std::size_t end) const;
  Deeds until(const Steps& steps, const sim::timeline::Repeat& piece, double us) const;

  std::vector<Doing> doing_;   // by entry
  std::vector<Deeds> blocks_;  // of the entries before each block
};

}  // namespace treering::app::simulation
