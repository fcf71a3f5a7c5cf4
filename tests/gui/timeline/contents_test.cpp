#include "gui/timeline/contents.h"

#include <set>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/models/words.h"
#include "gui/timeline/sums.h"
#include "tests/gui/timeline/runs.h"

namespace treering::gui::timeline {
namespace contents_test {

using app::simulation::Deeds;
using app::simulation::Doing;
using app::simulation::TrackBar;

RowList rows_of(const Run& run) {
  std::vector<int> first;
  for (int agent = 0; agent <= run.tracks.agents(); ++agent) {
    first.push_back(run.tracks.first_of(agent));
  }
  return {std::move(first), run.tracks.links()};
}

Contents contents(const Row& row, const Wanted& wanted) {
  const auto& run = *ring_run();
  const WantedRow of{row, rows_of(run).tracks_in(row)};
  return *batch_of(run, {of}, wanted).rows.at(row);
}

TEST(Contents, BarsWhereTheyCanBeSeen) {
  const double end = ring_run()->tracks.end_us();
  const Contents wide = contents({RowKind::Channel, 0}, {{0, end}, 2'000});
  EXPECT_FALSE(wide.bars.empty());
  EXPECT_TRUE(wide.parts.empty());
  const Contents narrow = contents({RowKind::Channel, 0}, {{0, end}, 2});
  EXPECT_TRUE(narrow.bars.empty());
  EXPECT_EQ(narrow.parts.size(), 2U);
}

TEST(Contents, PartsAddUpToTheTimeOfTheBars) {
  const auto& tracks = ring_run()->tracks;
  const double end = tracks.end_us();
  const Contents parts = contents({RowKind::Rank, 1}, {{0, end}, 100});
  ASSERT_EQ(parts.parts.size(), 100U);
  double shares = 0;
  for (const Shares& one : parts.parts) shares += static_cast<double>(one[1] + one[2] + one[3]);
  double busy = 0;
  for (int track = tracks.first_of(1); track < tracks.first_of(2); ++track) {
    busy += tracks.busy(track, end).all();
  }
  const int channels = tracks.first_of(2) - tracks.first_of(1);
  EXPECT_NEAR(shares / 100, busy / end / channels, 1e-4);
}

/// Of the first step of the track that sends.
TrackBar first_sending(int track) {
  for (const TrackBar& bar : ring_run()->tracks.bars(track, {})) {
    if (bar.doing == Doing::Sends) return bar;
  }
  ADD_FAILURE();
  return {};
}

// Each rank of a ring moves every chunk: the one that begins with it sends it, and gets the sum.
TEST(Contents, WhatCarriesTheWantedDataStandsOut) {
  const auto& tracks = ring_run()->tracks;
  const double end = tracks.end_us();
  const TrackBar first = first_sending(0);
  Wanted wanted{{0, end}, 20'000, tracks.data(0, first.step)};
  const Contents all = contents({RowKind::Rank, 0}, wanted);
  ASSERT_GE(all.carrying.size(), 2U);
  EXPECT_EQ(all.carrying.front().from_us, first.from_us);
  for (const int rank : {1, 2, 3}) {
    EXPECT_FALSE(contents({RowKind::Rank, rank}, wanted).carrying.empty()) << rank;
  }
  wanted.data.clear();
  EXPECT_TRUE(contents({RowKind::Rank, 0}, wanted).carrying.empty());
}

TEST(Contents, AStepHasDataAndAWaitHasNone) {
  const auto& run = *ring_run();
  const TrackBar bar = first_sending(0);
  const double middle = (bar.from_us + bar.to_us) / 2;
  EXPECT_EQ(data_at(run, 0, {middle, 1e-6}), run.tracks.data(0, bar.step));
  for (const TrackBar& wait : run.tracks.bars(0, {})) {
    if (wait.doing != Doing::Waits) continue;
    EXPECT_TRUE(data_at(run, 0, {(wait.from_us + wait.to_us) / 2, 1e-6}).empty());
    return;
  }
}

TEST(Contents, LabelsOnlyWhereThereIsRoom) {
  const double end = ring_run()->tracks.end_us();
  const Contents seen = contents({RowKind::Channel, 0}, {{0, end}, 20'000});
  int labels = 0;
  for (std::size_t i = 0; i < seen.bars.size(); ++i) {
    const double pixels = (seen.bars[i].to_us - seen.bars[i].from_us) / end * 20'000;
    EXPECT_EQ(!seen.labels[i].isEmpty(), pixels >= 34);
    if (!seen.labels[i].isEmpty()) ++labels;
  }
  EXPECT_GT(labels, 0);
}

TEST(Contents, TooltipsSayAll) {
  const auto& run = *ring_run();
  const RowList rows = rows_of(run);
  const Row row{RowKind::Channel, 0};
  for (const TrackBar& bar : run.tracks.bars(0, {})) {
    if (bar.doing != Doing::Combines) continue;
    const QString text =
        tooltip_of(run, rows, row, {(bar.from_us + bar.to_us) / 2, run.tracks.end_us() / 1000});
    for (const char* const part :
         {"rank 0, channel 0: combines", "from ", " to ", " us", "B from"}) {
      EXPECT_TRUE(text.contains(QLatin1StringView(part))) << text.toStdString();
    }
    return;
  }
  FAIL() << "nothing is combined";
}

TEST(Contents, RanksCountBusyChannels) {
  const auto& run = *ring_run();
  const RowList rows = rows_of(run);
  const int tracks = rows.tracks_of(0);
  EXPECT_EQ(busy_channels(run, rows, 0, run.tracks.end_us() + 1), (BusyChannels{0, tracks}));
  const auto bars = run.tracks.bars(0, {});
  const double us = (bars.front().from_us + bars.front().to_us) / 2;
  EXPECT_GT(busy_channels(run, rows, 0, us).busy, 0);
}

TEST(Contents, LinksHaveTheirLoads) {
  const int link = ring_run()->tracks.links().front();
  const Contents loads = contents({RowKind::Link, link}, {{0, ring_run()->tracks.end_us()}, 500});
  ASSERT_FALSE(loads.loads.empty());
  EXPECT_LE(loads.loads.size(), 500U);
}

TEST(Wanted, HasMoreThanIsSeen) {
  const TimeView view{400, 500, 100};
  const Wanted wanted = wanted_for(view, 1000);
  EXPECT_EQ(wanted, (Wanted{{350, 550}, 200}));
  EXPECT_TRUE(is_enough(wanted, view, 1000));
  EXPECT_TRUE(is_enough(wanted, moved(view, 40, 1000), 1000));
  EXPECT_FALSE(is_enough(wanted, moved(view, 60, 1000), 1000));
  EXPECT_FALSE(is_enough(wanted, zoomed(view, 1.3, 50, 1000), 1000));
  EXPECT_TRUE(is_enough(wanted_for({0, 1000, 100}, 1000), {0, 1000, 100}, 1000));
}

TEST(Sums, AreThoseOfTheBars) {
  const auto& tracks = ring_run()->tracks;
  const models::Span span{tracks.end_us() / 4, tracks.end_us() / 2};
  const int link = tracks.links().front();
  const Sums sums = sums_of(tracks, span, {{.kinds = {{0, 1}, {1, 1}}, .tracks = 2}, {link}, {}});
  Deeds expected;
  for (const int track : {0, 1}) {
    for (const TrackBar& bar : tracks.bars(track, {span.from_us, span.to_us})) {
      if (bar.doing == Doing::Waits) continue;
      expected.us[static_cast<std::size_t>(bar.doing)] +=
          std::min(bar.to_us, span.to_us) - std::max(bar.from_us, span.from_us);
    }
  }
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(sums.deeds.us[i], expected.us[i], 1e-6);
  ASSERT_EQ(sums.links.size(), 1U);
  EXPECT_DOUBLE_EQ(sums.links[0].bytes, tracks.link_bytes(link, {span.from_us, span.to_us}));
  EXPECT_GT(sums.links[0].mean, 0);
}

// Ranks of a tree send up and down in streams of their own.
TEST(Sums, StreamsOfAChannelAreOneChannel) {
  const auto tree = make_run(test_report({.algorithm = "Tree"}));
  const auto& tracks = tree->tracks;
  std::set<std::pair<int, int>> channels;
  for (int track = 0; track < tracks.count(); ++track) {
    channels.emplace(tracks.place(track).agent, tracks.place(track).channel);
  }
  const Summed what{tree->all, {}, {}};
  ASSERT_LT(channels.size(), static_cast<std::size_t>(tracks.count()));
  EXPECT_EQ(what.tracks.tracks, tracks.count());
  const auto each = channels.size() / static_cast<std::size_t>(tracks.ranks());
  const std::string name = std::to_string(tracks.count()) + " streams of all " +
                           std::to_string(tracks.ranks()) + " ranks x " + std::to_string(each) +
                           " channels";
  EXPECT_EQ(what.tracks.name.toStdString(), name);
  EXPECT_THAT(words_of(sums_of(tracks, {0, tracks.end_us()}, what), tracks).toStdString(),
              ::testing::HasSubstr("; " + name + ": sends "));
}

// Tracks with equal times are found once and counted often.
TEST(Sums, AreOfAllRanksOrOfThoseThatAreSelected) {
  const auto& tracks = ring_run()->tracks;
  const models::Span span{0, tracks.end_us() / 2};
  const SummedTracks& all = ring_run()->all;
  Deeds expected;
  for (int track = 0; track < tracks.count(); ++track) {
    expected.add(tracks.busy(track, span.to_us), 1);
  }
  const Sums sums = sums_of(tracks, span, {all, {}, {}});
  for (std::size_t i = 1; i < 4; ++i) EXPECT_NEAR(sums.deeds.us[i], expected.us[i], 1e-6);
  models::Selected selected;
  EXPECT_EQ(selected_tracks(tracks, selected).tracks, 0);
  selected.ranks = {1, 0, 1, 99};
  const int channels = tracks.first_of(1);
  EXPECT_EQ(selected_tracks(tracks, selected).tracks, 2 * channels);
  EXPECT_EQ(selected_tracks(tracks, selected).name,
            QStringLiteral("2 ranks x %1 channels").arg(channels));
  selected.ranks = {1};
  selected.channel = 0;
  EXPECT_EQ(selected_tracks(tracks, selected).tracks, 1);
  EXPECT_EQ(selected_tracks(tracks, selected).name, QStringLiteral("rank 1, channel 0"));
}

TEST(Sums, ASpanWithoutWorkIsAGap) {
  const auto& tracks = ring_run()->tracks;
  for (const TrackBar& bar : tracks.bars(0, {})) {
    const models::Span span{bar.from_us, bar.to_us};
    const Sums sums = sums_of(tracks, span, {{.kinds = {{0, 1}}, .tracks = 1}, {}, 0});
    EXPECT_EQ(sums.is_gap, bar.doing == Doing::Waits);
    const QString what = sums.is_gap ? QStringLiteral("gap ") : QStringLiteral("span ");
    EXPECT_TRUE(words_of(sums, tracks).startsWith(what + models::us_text(bar.to_us - bar.from_us)));
  }
}

TEST(Run, SaysWhyTheCriticalPathIsNotKnown) {
  app::simulation::Path path;
  path.why_not = "it has more than 10 steps";
  EXPECT_EQ(path_words(path), QStringLiteral("The critical path is not known: it has more than 10 "
                                             "steps."));
  EXPECT_TRUE(path_words(ring_run()->path).startsWith(QStringLiteral("Critical path: ")));
}

TEST(Run, SaysHowMuchOfItWasRecorded) {
  app::SimulateReport report = test_report();
  const auto whole = report.recorded->timeline;
  using sim::timeline::Timeline;
  const std::shared_ptr<const sim::schedule::Schedule> schedule(whole, &whole->schedule());
  sim::timeline::Recording recording;
  recording.until_us = 5;
  report.recorded = app::simulation::Recorded();
  report.recorded->timeline = std::make_shared<const Timeline>(schedule, std::move(recording));
  const auto part = make_run(report);
  EXPECT_TRUE(part->known_until.startsWith(QStringLiteral("Recorded until 5.00 us: ")));
  EXPECT_EQ(ring_run()->known_until, QString());
}

TEST(Run, NamesThePartOfTheCriticalPath) {
  const auto& run = *ring_run();
  const auto& part = run.path.parts.front();
  const int track = run.path_tracks.front().value();
  const QString expected = QStringLiteral("on the critical path: ");
  EXPECT_EQ(path_words_at(run, {track}, (part.from_us + part.to_us) / 2),
            expected + QString::fromStdString(part.what));
  EXPECT_EQ(path_words_at(run, {}, part.from_us), QString());
}

TEST(Run, WithoutARecordIsNone) {
  app::SimulateReport report = test_report();
  report.recorded.reset();
  EXPECT_EQ(make_run(report), nullptr);
}

}  // namespace contents_test
}  // namespace treering::gui::timeline
