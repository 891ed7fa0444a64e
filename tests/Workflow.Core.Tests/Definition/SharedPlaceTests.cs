using System.Runtime.CompilerServices;
using Workflow.Core.Tests.TestKit;
using Workflow.Hosting;
using Workflow.Statements;
using Workflow.Validation;

namespace Workflow.Core.Tests.Definition;

/// <summary>
/// A variable or delegate argument belongs to one definition. A second definition that declares it is refused; the first definition stays usable.
/// </summary>
[Rule("12.3")]
public sealed class SharedPlaceTests
{
    private readonly Log _log = new();

    [Theory, Lanes]
    public void Variable_OfATreeThatRan_IsRefusedInAnother(Lane lane)
    {
        Variable<int> shared = new("shared", 5);
        Sequence first = Showing("first", "one", shared), second = Showing("second", "two", shared);
        Runner.Run(first, lane).AssertCompleted(ActivityInstanceState.Closed);
        Definitions.AssertInvalid(second, "'two'", "'shared'", "'one'", "'first'", "'second'");
        Assert.Throws<InvalidWorkflowException>(() => WorkflowInvoker.Invoke(second));
        Runner.Run(first, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("5", "5");
    }

    [Theory, Lanes]
    public void Variable_Refused_KeepsItsDefault(Lane lane)
    {
        Variable<int> shared = new("shared") { Default = new Expr<int>(_log, "default", () => 5) };
        Sequence first = Showing("first", "one", shared);
        Runner.Run(first, lane).AssertCompleted(ActivityInstanceState.Closed);
        Definitions.AssertInvalid(Showing("second", "two", shared), "'shared'");
        _log.Clear();
        Runner.Run(first, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal("5", _log.Entries[^1]);
    }

    [Theory, Lanes]
    public void ImplementationVariable_OfATreeThatRan_IsRefusedInAnother(Lane lane)
    {
        Variable<int> shared = new("shared", 5);
        Declares first = Own("first", shared), second = Own("second", shared);
        Runner.Run(first, lane).AssertCompleted(ActivityInstanceState.Closed);
        Definitions.AssertInvalid(second, "'shared'", "'first'", "'second'");
        Runner.Run(first, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("5", "5");

        Declares Own(string name, Variable<int> variable) => new(name, metadata => metadata.AddImplementationVariable(variable))
        {
            Body = context => _log.Add($"{variable.Get(context)}"),
        };
    }

    [Theory, Lanes]
    public void DelegateArgument_OfATreeThatRan_IsRefusedInAnother(Lane lane)
    {
        DelegateInArgument<int> shared = new("shared");
        ForEach<int> first = Each("first"), second = Each("second");
        Runner.Run(first, lane).AssertCompleted(ActivityInstanceState.Closed);
        Definitions.AssertInvalid(second, "'shared'", "'first'", "'second'");
        Runner.Run(first, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("1", "1");

        ForEach<int> Each(string name) => new()
        {
            DisplayName = name,
            Values = new InArgument<IEnumerable<int>>(_ => new[] { 1 }),
            Body = new ActivityAction<int> { Argument = shared, Handler = new Show<int>(_log, shared) },
        };
    }

    [Theory, Lanes]
    public void RuntimeArgument_OfATreeThatRan_IsRefusedInAnother(Lane lane)
    {
        RuntimeArgument shared = new("shared", typeof(int), ArgumentDirection.In);
        Declares first = Own("first"), second = Own("second");
        Dictionary<string, object?> inputs = new() { ["shared"] = 5 };
        Runner.Run(first, lane, inputs).AssertCompleted(ActivityInstanceState.Closed);
        Definitions.AssertInvalid(second, "'shared'", "'first'", "'second'");
        Runner.Run(first, lane, inputs).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("5", "5");

        Declares Own(string name) => new(name, metadata => metadata.AddArgument(shared)) { Body = context => _log.Add($"{shared.Get(context)}") };
    }

    [Fact]
    public void Variable_OfATreeThatWasOnlyValidated_MayGoToAnother()
    {
        Variable<int> shared = new("shared", 5);
        Sequence first = Showing("first", "one", shared), second = Showing("second", "two", shared);
        Assert.Empty(ActivityValidationServices.Validate(first).Errors);
        Assert.Empty(ActivityValidationServices.Validate(second).Errors);
        WorkflowInvoker.Invoke(second);
        Assert.Contains("'second'", Assert.Single(ActivityValidationServices.Validate(first).Errors).Message, StringComparison.Ordinal);
        WorkflowInvoker.Invoke(second);
        _log.AssertIs("5", "5");
    }

    [Fact]
    public void Variable_OfATreeThatFailed_MayGoToAnother()
    {
        Variable<int> shared = new("shared", 5);
        Sequence invalid = Showing("invalid", "one", shared), throwing = Showing("throwing", "two", shared), good = Showing("good", "three", shared);
        invalid.Activities.Add(new Throw());
        throwing.Activities.Insert(0, new Declares("thrower", _ => throw new NotSupportedException()));
        Definitions.ErrorsOf(invalid);
        Assert.Throws<NotSupportedException>(() => WorkflowInvoker.Invoke(throwing));
        WorkflowInvoker.Invoke(good);
        _log.AssertIs("5");
    }

    [Fact]
    public void SameRoot_WalkedAgain_KeepsItsVariables()
    {
        Sequence root = Showing("root", "one", new Variable<int>("own", 5));
        Assert.Empty(ActivityValidationServices.Validate(root).Errors);
        WorkflowInspectionServices.CacheMetadata(root);
        WorkflowInspectionServices.CacheMetadata(root);
        Assert.Empty(ActivityValidationServices.Validate(root).Errors);
        WorkflowInvoker.Invoke(root);
        _log.AssertIs("5");
    }

    [Theory, Lanes]
    public void Activity_Moved_KeepsItsVariables(Lane lane)
    {
        Sequence moving = Showing("moving", "one", new Variable<int>("own", 5));
        Runner.Run(new Sequence { DisplayName = "first", Activities = { moving } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Runner.Run(new Sequence { DisplayName = "second", Activities = { moving } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("5", "5");
    }

    [Theory, Lanes]
    public void Activity_CreatingItsPartsAgain_KeepsTheirVariables(Lane lane)
    {
        Variable<int> branch = new("branch", 5), inner = new("inner", 6);
        Pick pick = new() { Branches = { new PickBranch { Variables = { branch }, Trigger = new Show<int>(_log, branch) } } };
        Composite composite = new("composite", () => new Sequence { Variables = { inner }, Activities = { new Show<int>(_log, inner) } });
        Runner.Run(new Sequence { Activities = { pick, composite } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Runner.Run(new Sequence { Activities = { new Step(_log, "moved"), pick, composite } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("5", "6", "moved", "5", "6");
    }

    [Theory, Lanes]
    public void Delegate_Moved_KeepsItsArguments(Lane lane)
    {
        DelegateInArgument<int> item = new("item");
        ActivityAction<int> body = new() { Argument = item, Handler = new Show<int>(_log, item) };
        Runner.Run(Each(body), lane).AssertCompleted(ActivityInstanceState.Closed);
        Runner.Run(Each(body), lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("1", "1");

        static ForEach<int> Each(ActivityAction<int> action) => new() { Values = new InArgument<IEnumerable<int>>(_ => new[] { 1 }), Body = action };
    }

    [Theory, Lanes]
    public void Activity_Moved_NamesBothOwners(Lane lane)
    {
        Probe taken = new(_log, "taken");
        Probe former = new(_log, "former", taken);
        Runner.Run(new Sequence { DisplayName = "first", Activities = { former } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Sequence next = new() { DisplayName = "next", Activities = { taken } };
        Sequence second = new() { DisplayName = "second", Activities = { next } };
        Runner.Run(second, lane).AssertCompleted(ActivityInstanceState.Closed);
        Exception refused = Runner.Run(former.Parent!, lane).Reason!;
        Assert.All(["'taken'", "'former'", "'next'", "'second'"], name => Assert.Contains(name, refused.Message, StringComparison.Ordinal));
    }

    [Theory, Lanes]
    public void Expression_Moved_NamesBothOwners(Lane lane)
    {
        Expr<int> taken = new(_log, "taken", () => 1);
        Show<int> former = new(_log, taken) { DisplayName = "former" };
        Runner.Run(former, lane).AssertCompleted(ActivityInstanceState.Closed);
        Show<int> next = new(_log, taken) { DisplayName = "next" };
        Runner.Run(new Sequence { DisplayName = "second", Activities = { new Step(_log, "step"), next } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Exception refused = Runner.Run(former, lane).Reason!;
        Assert.All(["'taken'", "'former'", "'next'", "'second'"], name => Assert.Contains(name, refused.Message, StringComparison.Ordinal));
    }

    [Theory, Lanes]
    public void Delegate_Moved_NamesBothOwners(Lane lane)
    {
        ActivityAction<int> taken = new() { DisplayName = "taken", Argument = new DelegateInArgument<int>(), Handler = new Step(_log, "step") };
        ForEach<int> former = Each("former"), next = Each("next");
        Runner.Run(former, lane).AssertCompleted(ActivityInstanceState.Closed);
        Runner.Run(new Sequence { DisplayName = "second", Activities = { new Step(_log, "other"), next } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Exception refused = Runner.Run(former, lane).Reason!;
        Assert.All(["'taken'", "'former'", "'next'", "'second'"], name => Assert.Contains(name, refused.Message, StringComparison.Ordinal));

        ForEach<int> Each(string name) => new() { DisplayName = name, Values = new InArgument<IEnumerable<int>>(_ => new[] { 1 }), Body = taken };
    }

    [Theory, Lanes]
    public void Argument_Moved_NamesBothOwners(Lane lane)
    {
        InArgument<int> taken = new(5);
        Show<int> former = new(_log, taken) { DisplayName = "former" };
        Runner.Run(former, lane).AssertCompleted(ActivityInstanceState.Closed);
        Runner.Run(new Sequence { DisplayName = "second", Activities = { new Show<int>(_log, taken) { DisplayName = "next" } } }, lane)
            .AssertCompleted(ActivityInstanceState.Closed);
        Exception refused = Runner.Run(former, lane).Reason!;
        Assert.All(["'Value'", "'former'", "'next'", "'second'"], name => Assert.Contains(name, refused.Message, StringComparison.Ordinal));
    }

    [Fact]
    public void Root_PartOfAnotherTree_NamesItsParent()
    {
        Sequence former = new() { DisplayName = "former" };
        WorkflowInvoker.Invoke(former);
        WorkflowInvoker.Invoke(new Sequence { DisplayName = "second", Activities = { new Sequence { DisplayName = "next", Activities = { former } } } });
        string refused = Assert.Throws<InvalidOperationException>(() => WorkflowInvoker.Invoke(former)).Message;
        Assert.All(["'former'", "'next'", "'second'"], name => Assert.Contains(name, refused, StringComparison.Ordinal));
    }

    /// <summary>If two definitions are walked at the same time, either one is refused; the other one is complete.</summary>
    [Fact]
    public async Task Variable_OfTwoTreesWalkedAtOnce_BelongsToOne()
    {
        for (int round = 0; round < 50; round++)
        {
            Log log = new();
            Variable<int> shared = new("shared", 5);
            using Barrier start = new(2);
            Task<Exception?>[] runs = [.. new[] { "first", "second" }.Select(name => OnItsOwnThread(start, Many(log, name, shared)))];
            Exception?[] ended = await Task.WhenAll(runs).WaitAsync(HangGuard.Limit);
            Assert.IsType<InvalidWorkflowException>(Assert.Single(ended, exception => exception is not null));
            Assert.Equal(["5"], log.Entries);
        }

        static Sequence Many(Log log, string name, Variable<int> shared)
        {
            Sequence root = new() { DisplayName = name };
            for (int i = 0; i < 20; i++)
            {
                root.Activities.Add(new Sequence { Variables = { new Variable<int>("own", i) } });
            }

            root.Activities.Add(new Sequence { Variables = { shared }, Activities = { new Show<int>(log, shared) } });
            return root;
        }
    }

    /// <summary>The same for an activity: the second walk does not damage the first one.</summary>
    [Fact]
    public async Task Activity_OfATreeBeingWalked_IsRefusedOnAnotherThread()
    {
        Step shared = new(_log, "shared");
        Exception? refused = null;
        Task other = Task.CompletedTask;
        using Barrier met = new(2);
        Declares last = new("last", _ =>
        {
            other = OnThreadOfItsOwn.Run(() =>
            {
                refused = Record.Exception(() => WorkflowInvoker.Invoke(new Sequence { DisplayName = "second", Activities = { shared } }));
                met.SignalAndWait(HangGuard.Limit);
            });
            Assert.True(met.SignalAndWait(HangGuard.Limit));
        });

        // The last activity of the list is walked first.
        Runner.Run(new Sequence { DisplayName = "first", Activities = { last, shared } }, Lane.Fast).AssertCompleted(ActivityInstanceState.Closed);
        await other.WaitAsync(HangGuard.Limit);
        string message = Assert.IsType<InvalidWorkflowException>(refused).Message;
        Assert.All(["'shared'", "'first'", "'second'"], name => Assert.Contains(name, message, StringComparison.Ordinal));
        _log.AssertIs("shared");
    }

    [Fact]
    public async Task RefusedTree_IsNotKeptAlive()
    {
        Variable<int> shared = new("shared", 5);
        Sequence first = Showing("first", "one", shared);
        await WorkflowInvoker.InvokeAsync(first);
        WeakReference refused = Refuse(shared);
        Assert.True(await Garbage.FreesAsync(refused));
        GC.KeepAlive(first);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private WeakReference Refuse(Variable<int> shared)
    {
        Sequence second = Showing("second", "two", shared);
        Definitions.ErrorsOf(second);
        return new WeakReference(second);
    }

    private static Task<Exception?> OnItsOwnThread(Barrier start, Activity workflow) => Task.Factory.StartNew(
        () =>
        {
            start.SignalAndWait(HangGuard.Limit);
            return (Exception?)Record.Exception(() => WorkflowInvoker.Invoke(workflow));
        },
        CancellationToken.None,
        TaskCreationOptions.LongRunning,
        TaskScheduler.Default);

    private Sequence Showing(string root, string inner, Variable<int> variable) => new()
    {
        DisplayName = root,
        Activities = { new Sequence { DisplayName = inner, Variables = { variable }, Activities = { new Show<int>(_log, variable) } } },
    };
}
