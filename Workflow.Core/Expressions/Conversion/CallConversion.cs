using System.Diagnostics.CodeAnalysis;
using System.Linq.Expressions;
using System.Reflection;
using Workflow.Foundation;

namespace Workflow.Expressions;

/// <summary>Converts calls of methods, indexers and constructors.</summary>
[RequiresUnreferencedCode(TrimmingNotes.ByName)]
[RequiresDynamicCode(TrimmingNotes.ByType)]
internal sealed class CallConversion(Conversion conversion)
{
    public ActivityWithResult? Convert(MethodCallExpression call) => Make(call.Method, call.Object, call.Arguments);

    /// <summary>Converts the read of an indexed item, or of an element of an array with several dimensions.</summary>
    public ActivityWithResult? ConvertIndex(IndexExpression index) =>
        Make(index.Indexer?.GetMethod ?? index.Object!.Type.GetMethod("Get")!, index.Object, index.Arguments);

    /// <summary>Converts the call of a delegate, that is, of its method <c>Invoke</c>.</summary>
    public ActivityWithResult? ConvertInvocation(InvocationExpression call) => call.Expression is LambdaExpression
        ? conversion.Fail(call)
        : Make(call.Expression.Type.GetMethod("Invoke")!, call.Expression, call.Arguments);

    /// <summary>Converts the call of an operator method that no activity can determine from the types alone.</summary>
    public ActivityWithResult? Static(MethodInfo method, params Expression[] arguments) => Make(method, null, arguments);

    public ActivityWithResult? ConvertNew(NewExpression creation)
    {
        ParameterInfo[] parameters = creation.Constructor?.GetParameters() ?? [];
        if (Arguments(parameters, creation.Arguments) is not { } arguments)
        {
            return null;
        }

        MethodBase? found = ConstructorSearch.Find(creation.Type, [.. arguments], out string? problem)?.Method;
        return problem is not null || found != creation.Constructor
            ? conversion.Fail(problem ?? $"The constructor of '{creation}' cannot be determined from the types of its arguments; use a lambda.")
            : Parts.Make(typeof(New<>), creation.Type).Adding(nameof(New<>.Arguments), arguments);
    }

    private ActivityWithResult? Make(MethodInfo method, Expression? target, IReadOnlyList<Expression> nodes)
    {
        Type type = target?.Type ?? method.DeclaringType!;
        if (!method.IsPublic)
        {
            return conversion.FailHidden(method.Name, type);
        }

        ActivityWithResult? owner = null;
        if (target is not null && (owner = conversion.Values.Convert(target)) is null)
        {
            return null;
        }

        if (Arguments(method.GetParameters(), nodes) is not { } arguments)
        {
            return null;
        }

        Type[] typeArguments = method.IsGenericMethod ? method.GetGenericArguments() : [];
        MethodCall? found = new MethodSearch(type, target is null, method.Name, typeArguments, [.. arguments]).Find(out string? problem);
        if (found is null || !IsSame((MethodInfo)found.Method, method))
        {
            return conversion.Fail(problem ?? $"The method '{method}' of '{type}' cannot be determined from the types of its arguments; use a lambda.");
        }

        ActivityWithResult activity = Parts.Make(typeof(InvokeMethod<>), method.ReturnType)
            .With(nameof(InvokeMethod<>.MethodName), method.Name)
            .Adding(nameof(InvokeMethod<>.Parameters), arguments)
            .Adding(nameof(InvokeMethod<>.GenericTypeArguments), typeArguments);
        return owner is null
            ? activity.With(nameof(InvokeMethod<>.TargetType), type)
            : activity.With(nameof(InvokeMethod<>.TargetObject), Parts.In(owner));
    }

    private static bool IsSame(MethodInfo found, MethodInfo named) => found.GetBaseDefinition().HasSameMetadataDefinitionAs(named.GetBaseDefinition());

    /// <summary>Returns arguments of exactly the types of the parameters, so that the search finds the method of the tree; null after a problem.</summary>
    private List<Argument>? Arguments(ParameterInfo[] parameters, IReadOnlyList<Expression> nodes)
    {
        List<Argument> arguments = [];
        for (int i = 0; i < parameters.Length; i++)
        {
            ParameterInfo parameter = parameters[i];
            if (parameter.IsDefined(typeof(ParamArrayAttribute)) && nodes[i] is NewArrayExpression { NodeType: ExpressionType.NewArrayInit } list)
            {
                Type element = parameter.ParameterType.GetElementType()!;
                if (!list.Expressions.All(item => Add(arguments, conversion.Values.ConvertTo(item, element), ArgumentDirection.In)))
                {
                    return null;
                }
            }
            else if (!Add(arguments, parameter, nodes[i]))
            {
                return null;
            }
        }

        return arguments;
    }

    private bool Add(List<Argument> arguments, ParameterInfo parameter, Expression node)
    {
        Type type = parameter.ParameterType;
        if (!type.IsByRef)
        {
            return Add(arguments, conversion.Values.ConvertTo(node, type), ArgumentDirection.In);
        }

        return parameter is { IsIn: true, IsOut: false }
            ? Add(arguments, conversion.Values.ConvertTo(node, type.GetElementType()!), ArgumentDirection.In)
            : Add(arguments, conversion.References.Convert(node), parameter.IsOut ? ArgumentDirection.Out : ArgumentDirection.InOut);
    }

    private static bool Add(List<Argument> arguments, ActivityWithResult? value, ArgumentDirection direction)
    {
        if (value is not null)
        {
            arguments.Add(direction == ArgumentDirection.In ? Parts.In(value) : Parts.On(value, direction));
        }

        return value is not null;
    }
}
