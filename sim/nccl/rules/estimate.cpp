#include "sim/nccl/rules/estimate.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace treering::sim::nccl::rules {
namespace {

double rounded(double value) {
  return static_cast<double>(static_cast<float>(value));
}

}  // namespace

Latency::Latency(double base_us) : base_us_(rounded(base_us)) {
  terms_.push_back({{"base latency", TermKind::Base}, 1, base_us, base_us_});
}

void Latency::add(Cause cause, int count, float each_us) {
  if (count == 0) return;
  const auto each = static_cast<double>(each_us);
  const double total = rounded(count * each);
  sum_us_ += total;
  if (is_single_) sum_us_ = rounded(sum_us_);
  terms_.push_back({std::move(cause), count, each, total});
}

void Latency::add_precisely(Cause cause, int count, double each_us) {
  if (count == 0) return;
  const double total = count * each_us;
  sum_us_ += total;
  is_single_ = false;
  terms_.push_back({std::move(cause), count, each_us, total});
}

float Latency::us() const {
  return static_cast<float>(base_us_ + sum_us_);
}

BandwidthFold::BandwidthFold(std::string what, float gb_per_s) {
  steps_.push_back({.what = std::move(what), .gb_per_s = gb_per_s});
}

void BandwidthFold::scale(std::string what, double factor) {
  const double scaled = static_cast<double>(gb_per_s()) * factor;
  steps_.push_back(
      {.what = std::move(what), .factor = factor, .gb_per_s = static_cast<float>(scaled)});
}

void BandwidthFold::scale_to_algbw(std::string_view how, double factor) {
  constexpr std::string_view kWhat = "algbw from busbw";
  scale(how.empty() ? std::string(kWhat) : fmt::format("{}: {}", kWhat, how), factor);
  steps_.back().is_to_algbw = true;
}

void BandwidthFold::divide(std::string what, double divisor) {
  const double divided = static_cast<double>(gb_per_s()) / divisor;
  steps_.push_back(
      {.what = std::move(what), .factor = 1 / divisor, .gb_per_s = static_cast<float>(divided)});
}

void BandwidthFold::cap(std::string what, double gb_per_s) {
  const auto before = static_cast<double>(this->gb_per_s());
  steps_.push_back({.what = std::move(what),
                    .cap_gb_per_s = gb_per_s,
                    .gb_per_s = static_cast<float>(std::min(before, gb_per_s)),
                    .is_capped = gb_per_s < before});
}

Estimate not_modelled(std::string reason) {
  Estimate estimate;
  estimate.ruled_out = std::move(reason);
  return estimate;
}

}  // namespace treering::sim::nccl::rules
