extern alias WorkflowCore;

using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Tests.TestKit;
using Workflow.Testing;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;
using NewInterop = Workflow.Statements.Interop;

namespace Workflow.Interop.Legacy.Tests.Faults;

/// <summary>
/// Handlers and listeners of status events that throw, in each kind of parent inside a new workflow: the Interop activity throws the exception, and no part of
/// the legacy activities stays active (A.4, B.3).
/// </summary>
[Trait("Paragraph", "B.3")]
public sealed class ThrowingInInteropTests
{
    private readonly List<string> _trace = [];

    /// <summary>Returns the cases without static handlers: an instance to which a static handler was added at run time cannot be saved.</summary>
    public static TheoryData<string, string, string> Cases()
    {
        TheoryData<string, string, string> cases = [];
        foreach (object[] row in ThrowingHandlerTests.Cases())
        {
            if ((string)row[2] != "static")
            {
                cases.Add((string)row[0], (string)row[1], (string)row[2]);
            }
        }

        return cases;
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public Task Leaf_Throws_FaultsInteropAsync(string parent, string place, string owner) =>
        CheckAsync(
            () => ThrowingHandlerTests.Body(parent, new Thrower("thrower") { Place = place, Owner = owner, Mode = ThrowingHandlerTests.ModeOf(place) }, place),
            place,
            owner);

    [Theory]
    [MemberData(nameof(Cases))]
    public Task Composite_Throws_FaultsInteropAsync(string parent, string place, string owner) => CheckAsync(
        () => ThrowingHandlerTests.Body(
            parent,
            new ThrowingSequence("throwing") { Place = place, Owner = owner }.With(new Thrower("inner") { Mode = ThrowingHandlerTests.ModeOf(place) }),
            place),
        place,
        owner);

    private async Task CheckAsync(Func<Activity> body, string place, string owner)
    {
        Holder.Build = body;
        await using TestHost host = new();
        TestInstance instance = host.Start(Hosted.Sequence(
            Hosted.Try<Exception>(_trace, new NewInterop { ActivityType = typeof(Holder) }),
            Hosted.Log(_trace, "after")));
        await instance.RunUntilIdleAsync();
        for (int i = 0; i < 12 && instance.Result is null; i++)
        {
            await host.AdvanceAsync(TimeSpan.FromMinutes(1));
        }

        string trace = string.Join(", ", _trace);
        Assert.True(
            instance.Result is not null,
            $"It waits for {string.Join(", ", instance.Bookmarks.Select(static bookmark => bookmark.BookmarkName))}: {trace}");
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
    }
}
