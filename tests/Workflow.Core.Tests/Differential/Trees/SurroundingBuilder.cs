using Workflow.Core.Tests.Differential.Observing;
using Workflow.Core.Tests.Differential.Specs;
using Workflow.Core.Tests.Differential.Trees.Activities;
using Workflow.Statements;

namespace Workflow.Core.Tests.Differential.Trees;

/// <summary>Builds the activities with properties, handles, bookmark scopes, bookmarks and delegates.</summary>
internal sealed class SurroundingBuilder(Stage stage, TreeBuilder tree)
{
    public Activity Build(SurroundingSpec spec, Scope scope) => spec switch
    {
        PropertiesSpec properties => Properties(properties, scope),
        LookSpec => tree.Named("Look", new Look(stage)),
        HandleSpec handle => Handle(handle, scope),
        BookmarkScopeSpec scoped => Scoped(scoped, scope),
        WaiterSpec waiter => tree.Named("Waiter", new Waiter(stage, waiter)),
        ReachSpec reach => tree.Named("Reach", new Reach(stage, reach)),
        InvokeDelegateSpec invoke => InvokeDelegate(invoke, scope),
        TemplateSpec template => Template(template, scope),
        _ => throw new System.Diagnostics.UnreachableException(spec.GetType().Name),
    };

    private PropertyHolder Properties(PropertiesSpec spec, Scope scope)
    {
        PropertyHolder holder = tree.Named("Properties", new PropertyHolder(stage, spec));
        holder.Children.AddRange(new[] { tree.Optional(spec.First, scope), tree.Optional(spec.Second, scope) }.OfType<Activity>());
        return holder;
    }

    private Activity Handle(HandleSpec spec, Scope scope) => spec.Kind switch
    {
        HandleKind.FailsAtBegin => Handle<BadBeginHandle>(spec, scope),
        HandleKind.FailsAtEnd => Handle<BadEndHandle>(spec, scope),
        _ => Handle<NotedHandle>(spec, scope),
    };

    private Activity Handle<T>(HandleSpec spec, Scope scope)
        where T : NotedHandle
    {
        Activity? body = tree.Optional(spec.Body, scope);
        if (spec.IsRegistered)
        {
            return tree.Named("HandleScope", new HandleScope<T> { Body = body });
        }

        Sequence sequence = tree.Named("Sequence", new Sequence { Variables = { new Variable<T>("handle") } });
        if (body is not null)
        {
            sequence.Activities.Add(body);
        }

        return sequence;
    }

    private ScopeHolder Scoped(BookmarkScopeSpec spec, Scope scope)
    {
        Activity? body = tree.Optional(spec.Body, scope);
        return tree.Named("ScopeHolder", new ScopeHolder(stage)
        {
            Body = spec.IsExclusive ? tree.Named("HandleScope", new HandleScope<ExclusiveHandle> { Body = body }) : body,
        });
    }

    private InvokeDelegate InvokeDelegate(InvokeDelegateSpec spec, Scope scope)
    {
        ActivityFunc<int, int> func = new();
        tree.Fill(func, spec.Body, scope);
        return tree.Named("InvokeDelegate", new InvokeDelegate
        {
            Delegate = spec.HasNoDelegate ? null : func,
            DelegateArguments = { ["Argument"] = tree.In(spec.Argument, scope), ["Result"] = tree.Out(spec.Result, scope) },
            Default = tree.Optional(spec.Default, scope),
        });
    }

    private Template Template(TemplateSpec spec, Scope scope) => tree.Named(
        "Template", new Template { Input = tree.In(spec.Argument, scope), Body = tree.Action(spec.Body, scope) });
}
