extern alias WorkflowCore;

using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Tests.TestKit;
using Workflow.Testing;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;
using NewInterop = Workflow.Statements.Interop;

namespace Workflow.Interop.Legacy.Tests.Faults;

/// <summary>A handler or listener of a status event that throws inside a new workflow: the exception leaves the Interop activity, and nothing of the legacy activities is left (A.4, B.3).</summary>
[Trait("Paragraph", "B.3")]
public sealed class ThrowingInInteropTests
{
    private readonly List<string> _trace = [];

    [Theory]
    [MemberData(nameof(ThrowingHandlerTests.Cases), MemberType = typeof(ThrowingHandlerTests))]
    public Task Leaf_ThatThrows_FaultsTheNewActivityAsync(string parent, string place, string owner) =>
        CheckAsync(() => Holder.Around(parent, new Thrower("thrower") { Place = place, Owner = owner, Mode = ThrowingHandlerTests.ModeOf(place) }, place), parent, place, owner);

    [Theory]
    [MemberData(nameof(ThrowingHandlerTests.Cases), MemberType = typeof(ThrowingHandlerTests))]
    public Task Composite_ThatThrows_FaultsTheNewActivityAsync(string parent, string place, string owner) => CheckAsync(
        () => Holder.Around(parent, new ThrowingSequence("throwing") { Place = place, Owner = owner }.With(new Thrower("inner") { Mode = ThrowingHandlerTests.ModeOf(place) }), place), parent, place, owner);

    private async Task CheckAsync(Func<Activity> body, string parent, string place, string owner)
    {
        if ((place is "Canceling" or "Cancel" && parent == "faultHandler") || owner == "static")
        {
            // A handler of a fault is not canceled; and an instance with a static handler that was added while it runs is not saved.
            return;
        }

        Holder.Build = body;
        await using TestHost host = new();
        TestInstance instance = host.Start(Hosted.Sequence(Hosted.Try<Exception>(_trace, new NewInterop { ActivityType = typeof(Holder) }), Hosted.Log(_trace, "after")));
        await instance.RunUntilIdleAsync();
        for (int i = 0; i < 12 && instance.Result is null; i++)
        {
            await host.AdvanceAsync(TimeSpan.FromMinutes(1));
        }

        string trace = string.Join(", ", _trace);
        Assert.True(instance.Result is not null, $"It waits for {string.Join(", ", instance.Bookmarks.Select(static bookmark => bookmark.BookmarkName))}: {trace}");
        Assert.Empty(instance.Bookmarks);
        bool isLate = place is "Unload" or "Uninitialize" || (place == "Closed" && owner == "listener");
        bool isOther = place is "Canceling" or "Cancel" or "Faulting" or "HandleFault" or "Compensating" or "Compensate";
        Assert.True(trace == "caught handler, after" || (isOther && trace == "caught failed, after") || (isLate && trace == "after"), trace);
    }

    public sealed class Holder : SequenceActivity
    {
        private static readonly AsyncLocal<Func<Activity>?> Builder = new();

        public Holder()
        {
            Name = "holder";
            this.With(Builder.Value!());
        }

        internal static Func<Activity> Build
        {
            set => Builder.Value = value;
        }

        internal static Activity Around(string parent, Activity child, string place) => new Watching("watching").With(place switch
        {
            "Canceling" or "Cancel" => Parallel("race", Sequence("left", Parents.Around(parent, child)), Sequence("right", Delay("until", 5), Throw("failing", new FormatException("failed")))),
            "Compensating" or "Compensate" => Sequence("booked", Parents.Around(parent, child), Throw("failing", new FormatException("failed"))),
            _ => Parents.Around(parent, child),
        });
    }
}
