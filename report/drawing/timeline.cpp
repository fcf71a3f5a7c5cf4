#include "report/drawing/timeline.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "core/units.h"
#include "report/drawing/text_width.h"

namespace treering::report::drawing {

namespace {

constexpr double kMostMarks = 10;  // besides 0

/// The least of 1, 2, 5, 10, ... that is not below.
double round_up_to_mark(double least) {
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    // Rounding may not make a tenth of 1,000 more than 100.
    if (factor * power >= least * (1 - 1e-9)) return factor * power;
  }
  return 10 * power;
}

struct Unit {
  const char* name;
  double us;
};

// Numbers have up to four digits before the point.
Unit unit_for(double end_us) {
  if (end_us >= 1e7) return {"s", 1e6};
  if (end_us >= 1e4) return {"ms", 1e3};
  return {"us", 1};
}

}  // namespace

TimeScale time_scale(double end_us) {
  const Unit unit = unit_for(end_us);
  TimeScale scale{unit.name, {{0, "0"}}};
  if (!(end_us > 0)) return scale;
  const double step = round_up_to_mark(end_us / unit.us / kMostMarks);
  const int digits = std::max(0, -static_cast<int>(std::floor(std::log10(step) + 1e-9)));
  const auto count = static_cast<int>(std::floor(end_us / unit.us / step * (1 + 1e-9)));
  for (int i = 1; i <= count; ++i) {
    scale.marks.push_back({i * step * unit.us, fmt::format("{:.{}f}", i * step, digits)});
  }
  return scale;
}

namespace {

constexpr double kChartWidth = 960;
constexpr double kWidestName = 180;
constexpr double kNameGap = 10;
constexpr double kShareColumn = 48;
constexpr double kScaleHeight = 20;
constexpr double kTrackHeight = 18;
constexpr double kTrackGap = 4;
constexpr double kGroupGap = 22;
constexpr double kTrackText = 10.5;
constexpr double kBarText = kLeastText;
constexpr double kPixel = 1;

struct DeedLook {
  Role role;  // whose colours it has
  std::string_view name;
};

// In the order of Deed.
constexpr std::array<DeedLook, 5> kDeeds{{
    {Role::Gpu, "sends"},
    {Role::Cpu, "combines"},
    {Role::Nic, "copies"},
    {Role::Network, "leaves it to the network"},
    {Role::PciSwitch, "waits"},
}};
constexpr Role kBusyRole = Role::NvSwitch;

const DeedLook& look_of(Deed deed) {
  return kDeeds.at(static_cast<std::size_t>(deed));
}

std::string span_text(double from_us, double to_us) {
  return fmt::format("{} to {}", core::format_duration(core::Duration::from_us(from_us)),
                     core::format_duration(core::Duration::from_us(to_us)));
}

std::string percent(double share) {
  return fmt::format("{:.0f} %", 100 * share);
}

/// Bars that are drawn as one.
struct Joined {
  double from_us = 0;
  double to_us = 0;
  std::string label;
  std::array<double, kDeeds.size()> times{};
  std::size_t count = 0;

  void add(const Bar& bar) {
    to_us = bar.to_us;
    times.at(static_cast<std::size_t>(bar.deed)) += bar.to_us - bar.from_us;
    ++count;
  }
  Deed deed() const { return static_cast<Deed>(std::ranges::max_element(times) - times.begin()); }
  std::string tip() const {
    const std::string what =
        count > 1 ? core::counted(count, "step")
                  : fmt::format("{}{}{}", label, label.empty() ? "" : ", ", look_of(deed()).name);
    return fmt::format("{}: {}", what, span_text(from_us, to_us));
  }
};

class TimelineDrawing {
 public:
  explicit TimelineDrawing(const Timeline& timeline) : timeline_(timeline) {
    double widest = 0;
    for (const Track& track : timeline.tracks) {
      widest = std::max(widest, text_width(track.name, kTrackText));
    }
    for (const LinkRow& row : timeline.links) {
      widest = std::max(widest, text_width(row.name, kTrackText));
    }
    left_ = std::min(widest, kWidestName) + kNameGap;
    picture_.width = left_ + kChartWidth + kShareColumn;
  }

  Picture draw() {
    double y = kScaleHeight;
    for (const Track& track : timeline_.tracks) {
      add_name(track.name, y);
      add_track(track, y);
      y += kTrackHeight + kTrackGap;
    }
    if (!timeline_.links.empty()) {
      y += kGroupGap;
      const double line = y - kTrackGap - 2;
      picture_.labels.push_back(
          {{0, line}, "share of a link's rate in use", kTrackText, Anchor::Start, Tone::Muted});
      picture_.labels.push_back(
          {{picture_.width, line}, "mean", kTrackText, Anchor::End, Tone::Muted});
    }
    for (const LinkRow& row : timeline_.links) {
      add_name(row.name, y);
      add_link(row, y);
      y += kTrackHeight + kTrackGap;
    }
    picture_.height = y;
    add_scale();
    return std::move(picture_);
  }

 private:
  double x_of(double us) const {
    const double share = timeline_.end_us > 0 ? us / timeline_.end_us : 0;
    return left_ + kChartWidth * std::clamp(share, 0.0, 1.0);
  }

  void add_name(const std::string& name, double y) {
    picture_.labels.push_back({{left_ - kNameGap, y + kTrackHeight - 5},
                               fitted(name, kWidestName, kTrackText),
                               kTrackText,
                               Anchor::End,
                               Tone::Plain});
  }

  void add_track(const Track& track, double y) {
    std::vector<Joined> bars;
    for (const Bar& bar : track.bars) {
      if (bars.empty() || x_of(bar.to_us) - x_of(bars.back().from_us) > kPixel) {
        bars.push_back({bar.from_us, bar.to_us, bar.label});
      }
      bars.back().add(bar);
    }
    for (const Joined& bar : bars) {
      const double x = x_of(bar.from_us);
      const double width = x_of(bar.to_us) - x;
      picture_.boxes.push_back(
          {look_of(bar.deed()).role, {x, y, width, kTrackHeight}, track.name + ": " + bar.tip()});
      if (bar.count > 1 || bar.label.empty()) continue;
      if (text_width(bar.label, kBarText) + 4 > width) continue;
      picture_.labels.push_back({{x + width / 2, y + kTrackHeight - 6},
                                 bar.label,
                                 kBarText,
                                 Anchor::Middle,
                                 Tone::Plain});
    }
  }

  /// A box as high as the share; at the right the mean over all the time.
  void add_link(const LinkRow& row, double y) {
    std::vector<Busy> spans;  // with the mean of each
    double all = 0;
    for (const Busy& busy : row.busy) {
      const double used = busy.share * (busy.to_us - busy.from_us);
      all += used;
      if (spans.empty() || x_of(busy.to_us) - x_of(spans.back().from_us) > kPixel) {
        spans.push_back(busy);
        continue;
      }
      Busy& last = spans.back();
      const double before = last.share * (last.to_us - last.from_us);
      last.to_us = busy.to_us;
      const double length = last.to_us - last.from_us;
      last.share = length > 0 ? (before + used) / length : 0;
    }
    for (const Busy& busy : spans) {
      const double height = kTrackHeight * std::clamp(busy.share, 0.0, 1.0);
      const double x = x_of(busy.from_us);
      picture_.boxes.push_back({kBusyRole,
                                {x, y + kTrackHeight - height, x_of(busy.to_us) - x, height},
                                fmt::format("{}: {}, {}", row.name, percent(busy.share),
                                            span_text(busy.from_us, busy.to_us))});
    }
    const double mean = timeline_.end_us > 0 ? all / timeline_.end_us : 0;
    picture_.labels.push_back({{left_ + kChartWidth + kShareColumn, y + kTrackHeight - 5},
                               percent(mean),
                               kTrackText,
                               Anchor::End,
                               Tone::Muted});
  }

  void add_scale() {
    const TimeScale scale = time_scale(timeline_.end_us);
    for (const TimeMark& mark : scale.marks) {
      const double x = x_of(mark.at_us);
      Line line{{}, {{x, kScaleHeight - 4}, {x, picture_.height}}, 1, {}};
      line.is_grid = true;
      picture_.lines.push_back(std::move(line));
      picture_.labels.push_back(
          {{x, kScaleHeight - 8}, mark.text, kBarText, Anchor::Middle, Tone::Muted});
    }
    picture_.labels.push_back(
        {{picture_.width, kScaleHeight - 8}, scale.unit, kBarText, Anchor::End, Tone::Muted});
  }

  const Timeline& timeline_;
  double left_ = 0;  // of the chart
  Picture picture_;
};

/// The deeds that occur, from left to right.
void add_deeds(const Timeline& timeline, double y, Picture& sheet) {
  std::set<Deed> deeds;
  for (const Track& track : timeline.tracks) {
    for (const Bar& bar : track.bars) deeds.insert(bar.deed);
  }
  double x = kMargin;
  for (const Deed deed : deeds) {
    const std::string name(look_of(deed).name);
    sheet.boxes.push_back({look_of(deed).role, {x, y, 16, 12}, {}});
    sheet.labels.push_back({{x + 22, y + 10}, name, kTrackText, Anchor::Start, Tone::Plain});
    x += 22 + text_width(name, kTrackText) + 18;
  }
}

}  // namespace

Picture timeline_picture(const Timeline& timeline, const Heading& heading) {
  const Picture body = TimelineDrawing(timeline).draw();
  Picture sheet;
  sheet.width = body.width + 2 * kMargin;
  const double top = add_heading(heading, body.width, sheet);
  place(body, {kMargin, top}, sheet);
  add_deeds(timeline, top + body.height + 14, sheet);
  sheet.height = top + body.height + 14 + 12 + kMargin;
  return sheet;
}

}  // namespace treering::report::drawing
