using System.Linq.Expressions;
using System.Reflection;

namespace Workflow.Interop.Legacy.Activities.Rules.Binding;

/// <summary>
/// A method or constructor that accepts given arguments: in its normal form, or in its expanded form, with the last arguments in the params array.
/// </summary>
internal sealed class MethodChoice
{
    private readonly Type[] _types;
    private readonly Expression[] _arguments;
    private readonly bool _isExpanded;

    private MethodChoice(MethodBase method, Type[] types, Expression[] arguments, bool isExpanded)
    {
        Method = method;
        _types = types;
        _arguments = arguments;
        _isExpanded = isExpanded;
    }

    public MethodBase Method { get; }

    /// <summary>Returns the best of the methods for the arguments, by the rules of C#; null if no method is applicable, or if the call is ambiguous.</summary>
    public static MethodChoice? Choose(IEnumerable<MethodBase> methods, IReadOnlyList<CallArgument> arguments, out bool isAmbiguous)
    {
        List<MethodChoice> fitting = [.. methods.Select(method => Of(method, arguments)).OfType<MethodChoice>()];
        MethodChoice? best = fitting.Find(choice => fitting.TrueForAll(other => ReferenceEquals(other, choice) || choice.IsBetterThan(other, arguments)));
        isAmbiguous = best is null && fitting.Count > 0;
        return best;
    }

    /// <summary>Returns the arguments in the order of the parameters.</summary>
    public Expression[] Arguments()
    {
        if (!_isExpanded)
        {
            return _arguments;
        }

        int own = Method.GetParameters().Length - 1;
        return [.. _arguments[..own], Expression.NewArrayInit(Method.GetParameters()[own].ParameterType.GetElementType()!, _arguments[own..])];
    }

    private static MethodChoice? Of(MethodBase method, IReadOnlyList<CallArgument> arguments)
    {
        ParameterInfo[] parameters = method.GetParameters();
        if (method.ContainsGenericParameters
            || Array.Exists(parameters, static parameter => parameter.ParameterType.IsByRefLike || parameter.ParameterType.IsPointer))
        {
            return null;
        }

        if (parameters.Length == arguments.Count
            && Of(method, [.. parameters.Select(static parameter => parameter.ParameterType)], parameters, arguments, isExpanded: false) is { } choice)
        {
            return choice;
        }

        if (parameters is [.., { ParameterType.IsSZArray: true } last]
            && last.IsDefined(typeof(ParamArrayAttribute))
            && arguments.Count >= parameters.Length - 1)
        {
            IEnumerable<Type> own = parameters.SkipLast(1).Select(static parameter => parameter.ParameterType);
            IEnumerable<Type> more = Enumerable.Repeat(last.ParameterType.GetElementType()!, arguments.Count - parameters.Length + 1);
            return Of(method, [.. own, .. more], parameters, arguments, isExpanded: true);
        }

        return null;
    }

    private static MethodChoice? Of(MethodBase method, Type[] types, ParameterInfo[] parameters, IReadOnlyList<CallArgument> arguments, bool isExpanded)
    {
        Expression[] converted = new Expression[types.Length];
        for (int i = 0; i < types.Length; i++)
        {
            if (Convert(arguments[i], types[i], parameters[Math.Min(i, parameters.Length - 1)]) is not { } value)
            {
                return null;
            }

            converted[i] = value;
        }

        return new MethodChoice(method, types, converted, isExpanded);
    }

    private static Expression? Convert(CallArgument argument, Type type, ParameterInfo parameter)
    {
        if (!type.IsByRef)
        {
            return argument.IsByReference ? null : Conversions.Implicit(argument.Value.Code, type);
        }

        if (parameter.IsIn)
        {
            return argument.IsByReference ? null : Conversions.Implicit(argument.Value.Code, type.GetElementType()!);
        }

        return argument.IsByReference && argument.IsOut == parameter.IsOut && argument.Value.Code.Type == type.GetElementType() ? argument.Value.Code : null;
    }

    private bool IsBetterThan(MethodChoice other, IReadOnlyList<CallArgument> arguments)
    {
        bool isBetter = false;
        for (int i = 0; i < arguments.Count; i++)
        {
            int order = Conversions.Better(arguments[i].Value.Code, _types[i], other._types[i]);
            if (order < 0)
            {
                return false;
            }

            isBetter |= order > 0;
        }

        if (isBetter || _isExpanded != other._isExpanded)
        {
            return isBetter || other._isExpanded;
        }

        return _isExpanded && Method.GetParameters().Length > other.Method.GetParameters().Length;
    }
}
