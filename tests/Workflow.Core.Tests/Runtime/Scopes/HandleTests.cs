using Workflow.Core.Tests.TestKit;
using Workflow.Data;
using Workflow.Expressions;
using Workflow.Runtime.State;
using Workflow.Statements;

namespace Workflow.Core.Tests.Runtime.Scopes;

/// <summary>Tests the lifetime of the handles that variables create, and the operations on them.</summary>
[Rule("9.4")]
public sealed class HandleTests
{
    private readonly Log _log = new();
    private readonly HandleObserver _observer;
    private readonly Variable<TestHandle> _first = new("first");
    private readonly Variable<TestHandle> _second = new("second");
    private readonly InvalidOperationException _boom = new("boom");

    public HandleTests() => _observer = new HandleObserver(_log);

    [Theory, Lanes]
    [Rule("4.6")]
    public void Variables_OfHandleType_BeginAndEndInOrder(Lane lane)
    {
        Probe owner = new(_log, "owner", new Step(_log, "child")) { Variables = { _first }, PrivateVariables = { _second } };
        Variable<int> plain = new("plain", _ =>
        {
            _log.Add("default");
            return 1;
        });
        owner.Variables.Insert(0, plain);
        Run(owner, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("handle 1 begins", "handle 2 begins", "default", "owner executes", "child", "owner < child Closed", "handle 2 ends", "handle 1 ends");
    }

    [Theory, Lanes]
    public void Handle_WhileOwnerRuns_IsSameObjectWithOwner(Lane lane)
    {
        List<TestHandle> seen = [];
        Probe owner = new(_log, "owner", new Step(_log, "child")) { PrivateVariables = { _first } };
        ActivityInstance? declaring = null;
        owner.Body = context =>
        {
            TestHandle handle = _first.Get(context);
            handle.Use();
            declaring = handle.Owner;
            Assert.Same(owner, declaring!.Activity);
            seen.Add(handle);
            owner.Schedule(context, owner.Children[0]);
        };
        owner.OnChild = (context, _) => seen.Add(context.GetValue(_first));
        Run(owner, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Same(seen[0], seen[1]);
        Assert.Null(seen[0].Owner);
        Assert.Throws<InvalidOperationException>(seen[0].Use);
        Assert.Equal(ActivityInstanceState.Closed, declaring!.State);
    }

    [Theory, Lanes]
    public void Handle_OfEachRun_IsNew(Lane lane)
    {
        List<TestHandle> seen = [];
        Probe owner = new(_log, "owner") { PrivateVariables = { _first } };
        owner.Body = context => seen.Add(_first.Get(context));
        Variable<int> i = new("i");
        Sequence root = new()
        {
            Variables = { i },
            Activities =
            {
                new While(context => i.Get(context) < 2)
                {
                    Body = new Sequence
                    {
                        Activities = { owner, new Assign<int> { To = i, Value = new InArgument<int>(context => i.Get(context) + 1) } },
                    },
                },
            },
        };
        Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(2, seen.Distinct().Count());
        _log.AssertIs("handle 1 begins", "owner executes", "handle 1 ends", "handle 2 begins", "owner executes", "handle 2 ends");
    }

    [Theory, Lanes]
    public void Handle_OfSequence_BeginsAndEndsWithIt(Lane lane)
    {
        Sequence sequence = new() { Variables = { _first }, Activities = { new Step(_log, "a"), new Step(_log, "b") } };
        Run(new Sequence { Activities = { sequence, new Step(_log, "after") } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("handle 1 begins", "a", "b", "handle 1 ends", "after");
    }

    [Theory, Lanes]
    [Rule("1.5")]
    public void Handle_OfCompletedChild_EndsBetweenPropertiesAndCallback(Lane lane)
    {
        Probe child = new(_log, "child") { PrivateVariables = { _first } };
        child.Body = context => context.Properties.Add("p", new RegisteredProperty(_log, "p"));
        Run(new Probe(_log, "root", child), lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs(
            "root executes", "handle 1 begins", "child executes", "p registered", "p unregistered", "handle 1 ends", "root < child Closed");
    }

    [Theory, Lanes]
    public void Handle_OfCanceledInstance_Ends(Lane lane)
    {
        Running running = Start(new Sequence { Variables = { _first }, Activities = { new Wait(_log, "w") } }, lane);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        _log.AssertIs("handle 1 begins", "w waits", "w cancels", "handle 1 ends");
    }

    [Theory, Lanes]
    public void Handle_CanceledBeforeBody_Ends(Lane lane)
    {
        Probe owner = new(_log, "owner") { Variables = { _first, new Variable<int>("waiting") { Default = new WaitFor<int>(_log, "default") } } };
        Running running = Start(owner, lane);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        _log.AssertIs("handle 1 begins", "default waits", "default cancels", "handle 1 ends");
    }

    [Theory, Lanes]
    public void Handle_CanceledBeforeVariables_NeverBegins(Lane lane)
    {
        Probe owner = new(_log, "owner") { Input = new InArgument<int>(new WaitFor<int>(_log, "input")), Variables = { _first } };
        Running running = Start(owner, lane);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        _log.AssertIs("input waits", "input cancels");
    }

    [Theory, Lanes]
    [Rule("1.5")]
    public void Handle_InstanceFaults_DoesNotEnd(Lane lane)
    {
        TestHandle? kept = null;
        Probe source = new(_log, "source") { PrivateVariables = { _first } };
        source.Body = context =>
        {
            kept = _first.Get(context);
            throw _boom;
        };
        Run(new TryCatch { Try = source, Catches = { new Catch<InvalidOperationException>() } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("handle 1 begins", "source executes", "source aborts");
        Assert.Equal(ActivityInstanceState.Faulted, kept!.Owner!.State);
    }

    [Theory, Lanes]
    public void Handle_WorkflowAborted_DoesNotEnd(Lane lane)
    {
        Running running = Start(new Sequence { Variables = { _first }, Activities = { new Wait(_log, "w") } }, lane);
        running.Abort(_boom);
        Assert.Equal(ExecutionOutcome.Aborted, running.End().Outcome);
        _log.AssertIs("handle 1 begins", "w waits", "w aborts");
    }

    [Theory, Lanes]
    [Rule("4.11")]
    public void Begin_Throws_FaultsDeclaringActivity(Lane lane)
    {
        _observer.OnBegin = (_, _) => throw _boom;
        Probe owner = new(_log, "owner") { PrivateVariables = { _first } };
        Run(Guarding(owner), lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("root executes", "handle 1 begins", "root ! boom from owner", "root < owner Faulted");
    }

    [Theory, Lanes]
    [Rule("5.9")]
    [Rule("2.3")]
    public void End_Throws_FaultsInstance(Lane lane)
    {
        _observer.OnEnd = (_, _) => throw _boom;
        Probe owner = new(_log, "owner") { Variables = { _first }, PrivateVariables = { _second } };
        Run(Guarding(owner), lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs(
            "root executes",
            "handle 1 begins",
            "handle 2 begins",
            "owner executes",
            "handle 2 ends",
            "handle 1 ends",
            "root ! boom from owner",
            "root < owner Faulted");
    }

    [Theory, Lanes]
    [Rule("5.9")]
    public void End_ThrowsAfterProperty_ReportsPropertyException(Lane lane)
    {
        _observer.OnEnd = (_, _) => throw new FormatException("late");
        Probe owner = new(_log, "owner") { Variables = { _first } };
        owner.Body = context => context.Properties.Add("p", new RegisteredProperty(_log, "p") { OnUnregister = _ => throw _boom });
        Run(Guarding(owner), lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(["handle 1 ends", "root ! boom from owner", "root < owner Faulted"], _log.Entries[^3..]);
    }

    [Theory, Lanes]
    [Rule("5.9")]
    [Rule("5.5")]
    public void End_OfRootHandleThrows_IsUnhandled(Lane lane)
    {
        _observer.OnEnd = (_, _) => throw _boom;
        Ended ended = Run(new Probe(_log, "root") { Variables = { _first } }, lane);
        ended.AssertUnhandled(_boom);
        Assert.Equal(ActivityInstanceState.Faulted, ended.State);
        _log.AssertIs("handle 1 begins", "root executes", "handle 1 ends");
    }

    [Theory, Lanes]
    [Rule("5.9")]
    [Rule("3.7")]
    [Rule("2.3")]
    public void End_ThrowsUnderCancelRequest_AbortsWorkflow(Lane lane)
    {
        _observer.OnEnd = (_, _) => throw _boom;
        Sequence owner = new() { Variables = { _first }, Activities = { new Wait(_log, "w") } };
        Running running = Start(new TryCatch { Try = owner, Catches = { new Catch<Exception>() } }, lane);
        running.Cancel();
        running.End().AssertAbortedAround(_boom);
    }

    [Theory, Lanes]
    [Rule("2.3")]
    public void End_Throws_RemovesBookmarks(Lane lane)
    {
        _observer.OnEnd = (_, _) => throw _boom;
        Probe owner = new(_log, "owner") { Variables = { _first } };
        owner.Body = context => context.CreateBookmark("b", owner.Resumed, BookmarkOptions.NonBlocking);
        Running running = Start(new Sequence { Activities = { Guarding(owner), new Wait(_log, "w") } }, lane);
        Assert.Equal(BookmarkResumptionResult.NotFound, running.Resume("b"));
        running.Resume("w");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    public void Context_OfInitialization_CreatesAndEndsOtherHandles(Lane lane)
    {
        OtherHandle? further = null;
        _observer.OnBegin = (handle, context) =>
        {
            if (handle is not OtherHandle)
            {
                further = context.CreateAndInitializeHandle<OtherHandle>();
                Assert.Same(handle.Owner, further.Owner);
            }
        };
        _observer.OnEnd = (handle, context) =>
        {
            if (handle is not OtherHandle)
            {
                context.UninitializeHandle(further!);
                Assert.Throws<ArgumentNullException>(() => context.UninitializeHandle(null!));
            }
        };
        Run(new Probe(_log, "owner") { Variables = { _first } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("handle 1 begins", "handle 2 begins", "owner executes", "handle 1 ends", "handle 2 ends");
        Assert.Null(further!.Owner);
    }

    [Theory, Lanes]
    [Rule("1.11")]
    public void Context_AfterCall_IsDisposed(Lane lane)
    {
        HandleInitializationContext? begun = null, ended = null;
        _observer.OnBegin = (_, context) => begun = context;
        _observer.OnEnd = (_, context) => ended = context;
        Run(new Probe(_log, "owner") { Variables = { _first } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.All([begun!, ended!], context =>
        {
            Assert.Throws<ObjectDisposedException>(context.CreateAndInitializeHandle<OtherHandle>);
            Assert.Throws<ObjectDisposedException>(context.GetExtension<HandleObserver>);
            Assert.Throws<ObjectDisposedException>(() => context.UninitializeHandle(new OtherHandle()));
        });
    }

    [Theory, Lanes]
    public void Assignment_OfHandleVariable_ThrowsInvalidOperation(Lane lane)
    {
        Probe owner = new(_log, "owner") { PrivateVariables = { _first } };
        owner.Body = context =>
        {
            TestHandle own = _first.Get(context);
            Assert.Throws<InvalidOperationException>(() => _first.Set(context, own));
            Assert.Throws<InvalidOperationException>(() => ((Variable)_first).Set(context, null));
            Assert.Throws<InvalidOperationException>(() => context.SetValue(_first, own));
            Assert.Throws<InvalidOperationException>(() => context.SetValue((Variable)_first, own));
            Assert.Throws<InvalidOperationException>(() => _first.GetLocation(context).Value = own);
            Assert.Throws<InvalidOperationException>(() => ((Location)_first.GetLocation(context)).Value = own);
            Assert.Same(own, _first.Get(context));
        };
        Run(owner, lane).AssertCompleted(ActivityInstanceState.Closed);
    }

    [Fact]
    public void Default_OfHandleVariable_ThrowsInvalidOperation()
    {
        Assert.Throws<InvalidOperationException>(() => new Variable<TestHandle>("h", new TestHandle()));
        Assert.Throws<InvalidOperationException>(() => new Variable<TestHandle>("h", _ => new TestHandle()));
        Assert.Throws<InvalidOperationException>(() => _first.Default = new LambdaValue<TestHandle>(_ => new TestHandle()));
        Assert.Throws<InvalidOperationException>(() => ((Variable)_first).Default = new LambdaValue<TestHandle>(_ => new TestHandle()));
        _first.Default = null;
        Assert.Null(_first.Default);
    }

    [Fact]
    public void VariableReference_ToHandleVariable_IsInvalid() => Definitions.AssertInvalid(
        new Sequence
        {
            Variables = { _first },
            Activities = { new Assign<TestHandle> { To = _first, Value = new InArgument<TestHandle>(_ => new TestHandle()) } }
        },
        "first",
        "cannot be assigned");

    [Theory, Lanes]
    public void InArgument_BoundToHandleVariable_ReceivesHandle(Lane lane)
    {
        Sequence root = new()
        {
            Variables = { _first },
            Activities = { new Show<int>(_log, new InArgument<int>(context => _first.Get(context).Number)), new Show<TestHandle>(_log, _first) },
        };
        Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("handle 1 begins", "1", typeof(TestHandle).FullName!, "handle 1 ends");
    }

    [Theory, Lanes]
    public void Add_UninitializedHandle_ThrowsInvalidOperation(Lane lane)
    {
        Probe root = new(_log, "root") { Body = context => Assert.Throws<InvalidOperationException>(() => context.Properties.Add("h", new TestHandle())) };
        Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    public void GetProperty_ByCodeActivity_ReturnsRegisteredHandle(Lane lane)
    {
        TestHandle? registered = null;
        Step reader = new(_log, "reader", context =>
        {
            Assert.Same(registered, context.GetProperty<TestHandle>());
            Assert.Null(context.GetProperty<OtherHandle>());
            _log.Add("found");
        });
        Probe owner = new(_log, "owner", new Sequence { Activities = { reader } }) { PrivateVariables = { _first } };
        owner.Body = context =>
        {
            registered = _first.Get(context);
            Assert.Equal(typeof(TestHandle).FullName, registered.ExecutionPropertyName);
            context.Properties.Add(registered.ExecutionPropertyName, registered);
            owner.Schedule(context, owner.Children[0]);
        };
        Step outside = new(_log, "outside", context => Assert.Null(context.GetProperty<TestHandle>()));
        Run(new Sequence { Activities = { outside, owner } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Contains("found", _log.Entries);
    }

    private Probe Guarding(Activity child)
    {
        Probe root = new(_log, "root", child) { OnFault = (context, _, _) => context.HandleFault() };
        root.Body = context => root.ScheduleGuarded(context, child);
        return root;
    }

    private Running Start(Activity workflow, Lane lane) => Runner.Start(workflow, lane, extensions: _observer.AsExtension());

    private Ended Run(Activity workflow, Lane lane) => Start(workflow, lane).End();
}
