using Workflow.Core.Tests.TestKit;

namespace Workflow.Core.Tests.Runtime.Scheduling;

/// <summary>An activity cannot schedule a delegate that it imported but did not declare.</summary>
public sealed class ImportedDelegateTests
{
    [Theory, Lanes]
    [Rule("12.2")]
    public void ScheduleAction_ImportedDelegate_ThrowsInvalidOperation(Lane lane)
    {
        Log log = new();
        Runner.Run(new Importer { Body = new ActivityAction { Handler = new Step(log, "never") } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Empty(log.Entries);
    }

    private sealed class Importer : NativeActivity
    {
        public ActivityAction? Body { get; set; }

        protected override void CacheMetadata(NativeActivityMetadata metadata) => metadata.AddImportedDelegate(Body);

        protected override void Execute(NativeActivityContext context) =>
            Assert.Throws<InvalidOperationException>(() => context.ScheduleAction(Body!));
    }
}
