#include "gui/views/charts/measured_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/views/charts/lines_csv.h"
#include "gui/views/charts/lines_model.h"
#include "gui/views/charts/times_plot.h"
#include "tests/gui/views/logs.h"

namespace treering::gui::views::charts {
namespace measured_lines_test {

using ::testing::HasSubstr;

app::PredictReport times_of(int nodes, core::Collective collective) {
  app::PredictRequest request;
  request.job.topology = views_test::kLogged;
  request.job.nodes = nodes;
  request.calls.collectives = {collective};
  return app::answer(request).value();
}

app::CheckReport checked(const std::vector<std::string>& files) {
  app::CheckRequest request;
  request.files = files;
  request.job.topology = views_test::kLogged;
  return app::answer(request).value();
}

TEST(MeasuredLines, AreThoseOfTheCollectiveAndTheNodes) {
  const auto check = checked({views_test::write_log("measured_a.log", 1.05),
                              views_test::write_log("measured_b.log", 0.95)});
  const auto lines = measured_lines(check, times_of(2, core::Collective::AllReduce));
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines.front().name, "measured (measured_a.log)");
  ASSERT_EQ(lines.front().points.size(), 4U);
  const LinePoint& first = lines.front().points.front();
  EXPECT_EQ(first.bytes, 1U << 20U);
  EXPECT_NEAR(first.us / first.predicted->us, 1.05, 1e-3);
  // busbw = bytes / time x 2 (16 - 1) / 16
  EXPECT_NEAR(first.busbw, first.bytes / first.us / 1e3 * 1.875, 1e-6);
  EXPECT_EQ(ratio_text(first), "1.05");
  EXPECT_THAT(measured_words(lines.back(), lines.back().points.back()).toStdString(),
              AllOf(HasSubstr("measured (measured_b.log), 512 MiB\nmeasured "),
                    HasSubstr("measured / predicted: 0.95; 4 of 5 runs ")));
  const auto four = times_of(4, core::Collective::AllReduce);
  EXPECT_TRUE(measured_lines(check, four).empty());
  EXPECT_EQ(remark_on(check, four).toStdString(),
            "The log is of 2 nodes x 8 GPUs = 16 ranks: its points are shown where the chart is of "
            "these, too.");
  const auto broadcast = times_of(2, core::Collective::Broadcast);
  EXPECT_TRUE(measured_lines(check, broadcast).empty());
  EXPECT_EQ(remark_on(check, broadcast).toStdString(),
            "The log is of all_reduce: its points are shown with that collective.");
}

TEST(MeasuredLines, AreMarksWithTooltipsInChartAndFiles) {
  const auto times = times_of(2, core::Collective::AllReduce);
  auto lines = measured_lines(checked({views_test::write_log("measured.log", 1.05)}), times);
  const auto plot = times_plot(times, lines, {.quantity = Quantity::Busbw, .bytes = 8});
  ASSERT_EQ(plot.series.size(), 1U);
  EXPECT_EQ(plot.series.front().style, widgets::PlotStyle::Diamonds);
  EXPECT_EQ(plot.series.front().points.front().y(), lines.front().points.front().busbw);
  EXPECT_THAT(plot.series.front().notes.front().toStdString(), HasSubstr("predicted: 1.05"));
  LinesModel model;
  model.setLines(lines);
  model.setSize(1 << 20U);
  EXPECT_EQ(model.index(0, LinesModel::Within).data().toString(), QStringLiteral("× 1.05"));
  EXPECT_THAT(model.index(0, 0).data(Qt::ToolTipRole).toString().toStdString(),
              HasSubstr("measured "));
  const std::string csv = csv_of(times, lines);
  EXPECT_THAT(csv, HasSubstr("\nall_reduce,1048576,"));
  EXPECT_THAT(csv, ::testing::EndsWith(",measured (measured.log)\n"));
}

}  // namespace measured_lines_test
}  // namespace treering::gui::views::charts
