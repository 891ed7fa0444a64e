using System.Diagnostics.CodeAnalysis;
using System.Linq.Expressions;
using System.Reflection;
using Workflow.Foundation;

namespace Workflow.Expressions;

/// <summary>Finds the locations that a tree reads: <c>x.Get(context)</c> and <c>context.GetValue(x)</c>.</summary>
[RequiresUnreferencedCode(TrimmingNotes.ByName)]
[RequiresDynamicCode(TrimmingNotes.ByType)]
internal sealed class ContextReads(Conversion conversion)
{
    /// <summary>Returns the expression for the location in such a call; null for any other call.</summary>
    public Expression? Named(MethodCallExpression call)
    {
        Expression? named = call switch
        {
            { Method.Name: "Get", Object: { } reference, Arguments: [var context] } when conversion.IsContext(context) => reference,
            { Method.Name: "GetValue", Arguments: [var reference] } when conversion.IsContext(call.Object) => Plain(reference),
            _ => null,
        };
        return named is not null && (typeof(LocationReference).IsAssignableFrom(named.Type) || typeof(Argument).IsAssignableFrom(named.Type)) ? named : null;
    }

    /// <summary>Creates an activity for the value of the location.</summary>
    public ActivityWithResult? Value(Expression named, Type type) => Make(
        named, type, typeof(VariableValue<>), typeof(DelegateArgumentValue<>), typeof(ArgumentValue<>));

    /// <summary>Creates an activity for the location.</summary>
    public ActivityWithResult? Reference(Expression named, Type type) => Make(
        named, type, typeof(VariableReference<>), typeof(DelegateArgumentReference<>), typeof(ArgumentReference<>));

    /// <summary>Removes conversions to a base type, which do not change the reference.</summary>
    private static Expression Plain(Expression reference) =>
        reference is UnaryExpression { NodeType: ExpressionType.Convert or ExpressionType.ConvertChecked } converted ? Plain(converted.Operand) : reference;

    /// <summary>
    /// Evaluates the expression for a location. Members of captured objects are read by reflection: the interpreter of expression trees would keep their
    /// types alive, also those of unloaded assemblies.
    /// </summary>
    private static object? Evaluate(Expression named) => TryRead(named, out object? place)
        ? place
        : Expression.Lambda<Func<object?>>(Expression.Convert(named, typeof(object))).Compile(preferInterpretation: true)();

    private static bool TryRead(Expression? node, out object? value)
    {
        value = (node as ConstantExpression)?.Value;
        if (node is not MemberExpression member)
        {
            return node is null or ConstantExpression;
        }

        if (!TryRead(member.Expression, out object? owner) || (owner is null && member.Expression is not null))
        {
            return false;
        }

        value = member.Member is FieldInfo field
            ? field.GetValue(owner)
            : ((PropertyInfo)member.Member).GetValue(owner, BindingFlags.DoNotWrapExceptions, null, null, null);
        return true;
    }

    private ActivityWithResult? Make(Expression named, Type type, Type ofVariable, Type ofDelegateArgument, Type ofArgument)
    {
        if (typeof(Argument).IsAssignableFrom(named.Type))
        {
            // The argument object is bound to its declaration only when the metadata of the definition is cached. The argument then has the name of the
            // property.
            return named is MemberExpression { Member: PropertyInfo property }
                ? Parts.Make(ofArgument, type).With(nameof(ArgumentValue<>.ArgumentName), property.Name)
                : conversion.Fail($"'{named}' does not name an argument by the property that holds it; read it through that property.");
        }

        if (conversion.UsesContext(named))
        {
            return conversion.Fail($"'{named}' is known in a run only; name a variable, an argument or a delegate argument of the definition.");
        }

        object? place = Evaluate(named);
        return place switch
        {
            Variable variable => Parts.Make(ofVariable, type).With(nameof(VariableValue<>.Variable), variable),
            DelegateArgument argument => Parts.Make(ofDelegateArgument, type).With(nameof(DelegateArgumentValue<>.DelegateArgument), argument),
            RuntimeArgument argument => Parts.Make(ofArgument, type).With(nameof(ArgumentValue<>.ArgumentName), argument.Name),
            null => conversion.Fail($"'{named}' is null; convert the expression when it names a variable or an argument."),
            _ => conversion.Fail($"'{named}' is a '{place.GetType()}', which no activity reads; name a variable, an argument or a delegate argument."),
        };
    }
}
