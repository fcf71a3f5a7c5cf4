// Facts of a host as people read them.
#include "report/machine/host_facts_text.h"

#include <string>

#include <gtest/gtest.h>

namespace treering::report::machine {
namespace host_facts_text_test {

using core::KernelEvent;
using core::KernelEventKind;

// The line of a consequence names its cause, of which the doctor speaks: the line is shown once.
TEST(HostFactsText, ALineThatNamesTwoXidsIsShownOnce) {
  const std::string line = "45, pid=4, name=a, Ch 01 caused by previous Xid 149";
  app::HostFactsReport report;
  for (const int code : {149, 45}) {
    KernelEvent event{.kind = KernelEventKind::Xid, .code = code};
    event.bus_id = "0000:1b:00.0";
    event.text = line;
    event.count = 2;
    report.facts.host.kernel_events.push_back(event);
  }
  EXPECT_EQ(host_facts_text(report, true, {}),
            "\nReports of the kernel\n0000:1b:00.0: Xid " + line + " (2 lines)\n");
}

}  // namespace host_facts_text_test
}  // namespace treering::report::machine
