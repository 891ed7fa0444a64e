using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Tests.TestKit;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests.Faults;

/// <summary>
/// Handlers and listeners of status events that throw, in each kind of parent: the instance ends with the exception, and no activity stays active (A.3, A.4).
/// </summary>
[Trait("Paragraph", "A.4")]
public sealed class ThrowingHandlerTests
{
    public static TheoryData<string, string, string> Cases()
    {
        TheoryData<string, string, string> cases = [];
        foreach (string parent in Parents.Kinds)
        {
            foreach (string place in (string[])["Executing", "StatusChanged", "Closed", "Canceling", "Faulting", "Compensating"])
            {
                foreach (string owner in (string[])["own", "static", "around", "listener", "aroundListener"])
                {
                    Add(cases, parent, place, owner);
                }
            }

            foreach (string place in (string[])["Execute", "Cancel", "HandleFault", "Compensate", "OnClosed", "Uninitialize", "Load", "Unload", "Initialize"])
            {
                Add(cases, parent, place, "own");
            }
        }

        return cases;
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public void Leaf_Throws_EndsInstance(string parent, string place, string owner) =>
        Check(parent, new Thrower("thrower") { Place = place, Owner = owner, Mode = ModeOf(place) }, place, owner);

    [Theory]
    [MemberData(nameof(Cases))]
    public void Composite_Throws_EndsInstance(string parent, string place, string owner) =>
        Check(parent, new ThrowingSequence("throwing") { Place = place, Owner = owner }.With(new Thrower("inner") { Mode = ModeOf(place) }), place, owner);

    /// <summary>Returns the parent with the child, in a workflow that causes the call of the handler or method.</summary>
    internal static Activity Body(string parent, Activity child, string place) => new Watching("watching").With(place switch
    {
        "Canceling" or "Cancel" => Parallel(
            "race",
            Sequence("left", Parents.Around(parent, child)),
            Sequence("right", Delay("until", 5), Throw("failing", new FormatException("failed")))),
        "Compensating" or "Compensate" => Sequence("booked", Parents.Around(parent, child), Throw("failing", new FormatException("failed"))),
        _ => Parents.Around(parent, child),
    });

    private static void Add(TheoryData<string, string, string> cases, string parent, string place, string owner)
    {
        // A fault handler cannot be canceled.
        if (parent != "faultHandler" || place is not ("Canceling" or "Cancel"))
        {
            cases.Add(parent, place, owner);
        }
    }

    private static void Check(string parent, Activity child, string place, string owner)
    {
        Thrower.Initialized = 0;
        Thrower.Loaded = 0;
        Activity body = Body(parent, child, place);
        Run run;
        try
        {
            run = Run.Of(body);
        }
        catch (InvalidOperationException exception) when (exception.Message == "handler")
        {
            Assert.True(place is "Load" or "Initialize", place);
            return;
        }

        using (run)
        {
            for (int i = 0; i < 8 && run.Last == "Idled"; i++)
            {
                run.ContinueAfter(TimeSpan.FromMinutes(1));
            }

            string state = string.Join(' ', All(body).Select(static activity => $"{activity.Name}={activity.ExecutionStatus}"));
            Assert.True(run.Last is "Terminated" or "Completed", $"{run.Last} {state}");
            Assert.True(run.Exception?.Message is "handler" or "failed" or null, $"{run.Exception}");
            bool isLate = place is "Unload" or "Uninitialize" || (place == "Closed" && owner == "listener");
            bool isOther = place is "Canceling" or "Cancel" or "Faulting" or "HandleFault" or "Compensating" or "Compensate";
            Assert.True(
                run.Exception?.Message == "handler" || (isOther && run.Exception?.Message == "failed") || (isLate && run.Exception is null),
                $"{run.Exception} {state}");

            Assert.All(
                All(body),
                static activity =>
                    Assert.True(activity.ExecutionStatus is ActivityExecutionStatus.Closed or ActivityExecutionStatus.Initialized, activity.Name));
            Assert.Equal(0, Thrower.Initialized);
            Assert.Equal(0, Thrower.Loaded);
        }
    }

    private static IEnumerable<Activity> All(Activity root)
    {
        yield return root;
        foreach (Activity activity in root is CompositeActivity composite ? composite.Activities.SelectMany(All) : [])
        {
            yield return activity;
        }
    }

    internal static string ModeOf(string place) => place switch { "Canceling" or "Cancel" => "waits", "Faulting" or "HandleFault" => "fails", _ => "closes" };
}
