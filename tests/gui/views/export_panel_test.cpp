#include "gui/views/recommendation/export_panel.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace treering::gui::views::recommendation {
namespace export_panel_test {

using ::testing::HasSubstr;

// In words of the window, not as an error of the exporter.
TEST(ExportPanel, SaysThatMessagesBetweenPairsHaveNoSettings) {
  models::Session session;
  ExportPanel panel(session);
  panel.show();
  models::Question question;
  question.job.topology = "dgx-h100";
  question.collective = core::Collective::AllToAll;
  session.open(question);
  const ExportForm* const form = panel.form("env");
  ASSERT_NE(form, nullptr);
  EXPECT_TRUE(form->text.empty());
  EXPECT_THAT(form->refusal, HasSubstr("made of sends and receives"));
}

}  // namespace export_panel_test
}  // namespace treering::gui::views::recommendation
