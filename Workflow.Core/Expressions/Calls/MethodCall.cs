using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Reflection;
using Workflow.Foundation;

namespace Workflow.Expressions;

/// <summary>A method or constructor, and the mapping of a list of arguments to its parameters. Created once and used in every run.</summary>
[RequiresUnreferencedCode(TrimmingNotes.ByName)]
[RequiresDynamicCode(TrimmingNotes.ByType)]
internal sealed class MethodCall
{
    private readonly MethodInvoker? _invoker;
    private readonly ConstructorInvoker? _constructor;
    private readonly ParameterInfo[] _parameters;
    private readonly Argument[] _arguments;
    private MethodInvoker? _taskResult;

    public MethodCall(MethodBase method, Argument[] arguments, bool isExpanded)
    {
        Method = method;
        IsExpanded = isExpanded;
        if (method is ConstructorInfo constructor)
        {
            _constructor = ConstructorInvoker.Create(constructor);
        }
        else
        {
            _invoker = MethodInvoker.Create(method);
        }

        _parameters = method.GetParameters();
        _arguments = arguments;
    }

    public MethodBase Method { get; }

    /// <summary>True if the last arguments are the elements of a params array.</summary>
    public bool IsExpanded { get; }

    /// <summary>True if optional parameters get their default values; an empty params array does not count as a default value.</summary>
    public bool UsesDefaults => _arguments.Length < (IsExpanded ? _parameters.Length - 1 : _parameters.Length);

    public static bool HasDefault(ParameterInfo parameter) => parameter.HasDefaultValue || parameter.IsOptional;

    /// <summary>Returns the method as it is shown in messages: <c>Add(Int32, Int32)</c>.</summary>
    public static string Describe(MethodBase method) =>
        $"{(method.IsConstructor ? TypeNames.Of(method.DeclaringType!) : method.Name)}({string.Join(", ", method.GetParameters().Select(static parameter => Describe(parameter)))})";

    /// <summary>Returns the type for the argument at the index: the type of its parameter, or of the elements of a params array.</summary>
    public Type TypeFor(int index)
    {
        int last = _parameters.Length - 1;
        return IsExpanded && index >= last ? _parameters[last].ParameterType.GetElementType()! : ValueTypeOf(_parameters[index]);
    }

    /// <summary>The type of the returned value or of the created object.</summary>
    public Type ReturnType => Method is MethodInfo method ? method.ReturnType : Method.DeclaringType!;

    /// <summary>Determines the conversion of the returned value to a type; false if there is no conversion.</summary>
    public bool TrySetResult(Type type, bool awaitsTask)
    {
        Type returned = ReturnType;
        if (returned != typeof(void) && ImplicitConversion.Exists(returned, type))
        {
            return true;
        }

        return awaitsTask && TryTakeTaskResult(type);
    }

    /// <summary>True if the value of the call is the result of the awaited task.</summary>
    public bool YieldsTaskResult => _taskResult is not null;

    /// <summary>Makes the result of the awaited task the value of the call; false if the task has no result of the type.</summary>
    public bool TryTakeTaskResult(Type type)
    {
        Type? result = AwaitedCall.ResultTypeOf(ReturnType);
        if (result is null || !ImplicitConversion.Exists(result, type))
        {
            return false;
        }

        _taskResult = MethodInvoker.Create(typeof(Task<>).MakeGenericType(result).GetProperty("Result")!.GetMethod!);
        return true;
    }

    /// <summary>
    /// Returns a unique name for each argument: the name of its parameter, with a number for the elements of a params array, and with an underscore if the
    /// name is already in use.
    /// </summary>
    /// <param name="taken">The names that are already in use.</param>
    public string[] NameArguments(params string[] taken)
    {
        HashSet<string> names = new(taken, StringComparer.Ordinal);
        string[] given = new string[_arguments.Length];
        for (int i = 0; i < given.Length; i++)
        {
            int last = _parameters.Length - 1;
            bool isOfRest = IsExpanded && i >= last;
            string name = _parameters[isOfRest ? last : i].Name is { Length: > 0 } declared ? declared : "parameter";
            given[i] = isOfRest ? string.Create(CultureInfo.InvariantCulture, $"{name}{i - last}") : name;
            while (!names.Add(given[i]))
            {
                given[i] += "_";
            }
        }

        return given;
    }

    /// <summary>Returns the values for the call, in the order of the parameters.</summary>
    public object?[] ReadArguments(ActivityContext context)
    {
        object?[] values = new object?[_parameters.Length];
        int plain = IsExpanded ? _parameters.Length - 1 : _parameters.Length;
        for (int i = 0; i < plain; i++)
        {
            values[i] = i < _arguments.Length ? Read(context, i) : DefaultOf(_parameters[i]);
        }

        if (IsExpanded)
        {
            values[plain] = ReadRest(context, plain);
        }

        return values;
    }

    /// <summary>
    /// Calls the method, on the target if the method has one. Values of out and ref parameters are updated in <paramref name="values"/>. Exceptions are not
    /// wrapped.
    /// </summary>
    public object? Invoke(object? target, object?[] values) =>
        _constructor is null ? _invoker!.Invoke(target, values.AsSpan()) : _constructor.Invoke(values.AsSpan());

    /// <summary>Writes the values of out and ref parameters to their arguments.</summary>
    public void WriteArguments(ActivityContext context, object?[] values)
    {
        for (int i = 0; i < _arguments.Length; i++)
        {
            if (_arguments[i].Direction != ArgumentDirection.In)
            {
                _arguments[i].Set(context, ImplicitConversion.Convert(values[i], _arguments[i].ArgumentType));
            }
        }
    }

    public object? ToResult(object? returned, Type type) =>
        ImplicitConversion.Convert(_taskResult is null || returned is null ? returned : _taskResult.Invoke(returned), type);

    private static string Describe(ParameterInfo parameter) =>
        parameter.ParameterType.IsByRef
            ? $"{(parameter.IsOut ? "out" : parameter.IsIn ? "in" : "ref")} {TypeNames.Of(ValueTypeOf(parameter))}"
            : TypeNames.Of(parameter.ParameterType);

    private static object? DefaultOf(ParameterInfo parameter)
    {
        object? value = parameter.HasDefaultValue ? parameter.DefaultValue : null;

        // Reflection returns the underlying number as the default value of a nullable enumeration parameter.
        Type? underlying = Nullable.GetUnderlyingType(parameter.ParameterType);
        return value is not null && underlying?.IsEnum == true ? Enum.ToObject(underlying, value) : value;
    }

    private static Type ValueTypeOf(ParameterInfo parameter) =>
        parameter.ParameterType.IsByRef ? parameter.ParameterType.GetElementType()! : parameter.ParameterType;

    private object? Read(ActivityContext context, int index) =>
        _arguments[index].Direction == ArgumentDirection.Out ? null : ImplicitConversion.Convert(_arguments[index].Get(context), TypeFor(index));

    private Array ReadRest(ActivityContext context, int first)
    {
        Array rest = Array.CreateInstance(TypeFor(first), Math.Max(0, _arguments.Length - first));
        for (int i = first; i < _arguments.Length; i++)
        {
            rest.SetValue(Read(context, i), i - first);
        }

        return rest;
    }
}
