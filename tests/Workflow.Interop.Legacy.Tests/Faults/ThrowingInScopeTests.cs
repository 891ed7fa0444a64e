extern alias WorkflowCore;
using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Tests.Persistence;
using Workflow.Interop.Legacy.Tests.TestKit;
using Workflow.Testing;
using WorkflowCore::Workflow.Persistence;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests.Faults;

/// <summary>
/// Handlers and methods that throw inside a transaction scope and around a scope: the instance ends with an exception, and the store keeps no saved state
/// (A.11).
/// </summary>
[Trait("Paragraph", "A.11")]
public sealed class ThrowingInScopeTests
{
    private readonly VirtualTimeProvider _clock = new();

    public static TheoryData<string, string, string, bool> Cases()
    {
        TheoryData<string, string, string, bool> cases = [];
        foreach (string scope in (string[])["scope", "undoable", "around"])
        {
            // While a transaction scope runs, no other step can cancel it.
            string[] cancels = scope == "around" ? ["Canceling", "Cancel"] : [];
            foreach (string place in (string[])["Executing", "StatusChanged", "Closed", "Faulting", "Compensating", .. cancels])
            {
                foreach (string owner in (string[])["own", "around", "listener", "aroundListener"])
                {
                    cases.Add(scope, place, owner, false);
                    cases.Add(scope, place, owner, true);
                }
            }

            foreach (string place in (string[])["Execute", "HandleFault", "Compensate", "OnClosed", "Uninitialize", "Load", "Unload", "Initialize"])
            {
                cases.Add(scope, place, "own", false);
                cases.Add(scope, place, "own", true);
            }
        }

        return cases;
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public async Task Activity_Throws_EndsInstance(string scope, string place, string owner, bool isComposite)
    {
        InMemoryInstanceStore store = new(_clock);
        Transacting.Build = _ => [new Watching("watching").With(Body(scope, place, owner, isComposite))];
        using Host host = new(store, _clock, unloadOnIdle: true, workflows: typeof(Transacting));
        WorkflowInstance instance = null!;
        Exception? refused = Record.Exception(() => instance = host.Start(typeof(Transacting)));
        if (refused is InvalidOperationException { Message: "handler" })
        {
            Assert.True(place is "Load" or "Initialize", place);
            return;
        }

        Assert.Null(refused);
        if (place is "Canceling" or "Cancel")
        {
            Assert.Equal("Unloaded", host.Events.Last());
            host.Send(instance, "until", 1);
        }

        string[] events = host.Take();
        string all = string.Join(", ", events);
        bool isLate = place is "Unload" or "Uninitialize" || (place == "Closed" && owner == "listener");
        Assert.True(
            events[^1] is "Terminated handler" or "Terminated failed" || (isLate && events[^1] == "Completed"),
            $"{all} {string.Join(", ", host.Failures)}");
        Assert.Empty(await Stored.AllAsync(store));
    }

    private static Activity Body(string scope, string place, string owner, bool isComposite)
    {
        string mode = place switch { "Canceling" or "Cancel" => "waits", "Faulting" or "HandleFault" => "fails", _ => "closes" };
        Activity child = isComposite
            ? new ThrowingSequence("throwing") { Place = place, Owner = owner }.With(new Thrower("inner") { Mode = mode })
            : new Thrower("thrower") { Place = place, Owner = owner, Mode = mode };
        Activity around = scope switch
        {
            "scope" => Transacting.Scope("scope", child),
            "undoable" => Transacting.Undoable("scope", child),
            _ => Sequence("sequence", Transacting.Scope("scope"), child),
        };
        return place switch
        {
            "Canceling" or "Cancel" =>
                Parallel("race", Sequence("left", around), Sequence("right", new Reading("until"), Throw("other", new FormatException("failed")))),
            "Compensating" or "Compensate" => Sequence("booked", around, Throw("other", new FormatException("failed"))),
            _ => around,
        };
    }
}
