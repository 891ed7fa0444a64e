using System.CodeDom;
using System.Linq.Expressions;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace Workflow.Interop.Legacy.Activities.Rules.Binding;

/// <summary>Binds method calls, and the creation of objects and arrays.</summary>
internal sealed class CallBinder(ExpressionBinder binder, TypeScope scope, Usage usage, UsageAttributes attributes, Action<string> report)
{
    private const BindingFlags Constructors = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;

    public Value? Invoke(CodeMethodInvokeExpression code)
    {
        if (code.Method is null)
        {
            report("a call has no method; set it");
            return null;
        }

        string name = code.Method.MethodName;
        Target? target = binder.BindTarget(code.Method.TargetObject, name);
        List<CallArgument>? arguments = Arguments(code.Parameters);
        List<Type>? types = TypeArguments(code.Method.TypeArguments);
        if (target is null || arguments is null || types is null || Find(target, name, types, arguments) is not { } choice)
        {
            return null;
        }

        MethodInfo method = (MethodInfo)choice.Method;
        if (IsRefused(method))
        {
            return null;
        }

        NoteUsage(method, target, arguments);
        binder.ChangesStructs |= target is { IsPlace: true, Type: { IsValueType: true, IsPrimitive: false } }
            && !target.Type.IsDefined(typeof(IsReadOnlyAttribute), inherit: false);
        return new Value(Expression.Call(target.Instance, method, choice.Arguments()), null);
    }

    public Value? Create(CodeObjectCreateExpression code)
    {
        Type? type = scope.Resolve(code.CreateType, report);
        List<CallArgument>? arguments = Arguments(code.Parameters);
        if (type is null || arguments is null)
        {
            return null;
        }

        if (type.IsValueType && arguments.Count == 0)
        {
            return new Value(Expression.New(type), null);
        }

        IEnumerable<MethodBase> visible = type.IsAbstract || typeof(Delegate).IsAssignableFrom(type)
            ? []
            : type.GetConstructors(Constructors).Where(scope.IsVisible);
        if (MethodChoice.Choose(visible, arguments, out bool isAmbiguous) is { } choice)
        {
            return new Value(Expression.New((ConstructorInfo)choice.Method, choice.Arguments()), null);
        }

        report($"'{type}' has {(isAmbiguous ? "several constructors" : "no constructor")} for {Names(arguments)}; correct the arguments");
        return null;
    }

    public Value? CreateArray(CodeArrayCreateExpression code)
    {
        Type? created = scope.Resolve(code.CreateType, report);
        if (created is null)
        {
            return null;
        }

        Type item = created.IsArray ? created.GetElementType()! : created;
        return code.Initializers.Count > 0 ? CreateArray(code, item) : CreateEmptyArray(code, item);
    }

    private Value? CreateArray(CodeArrayCreateExpression code, Type item)
    {
        List<Expression> items = [];
        foreach (CodeExpression initializer in code.Initializers)
        {
            if (binder.Read(initializer) is not { } value)
            {
                continue;
            }

            if (Conversions.Implicit(value.Code, item) is { } converted)
            {
                items.Add(converted);
            }
            else
            {
                report($"'{ExpressionText.Of(initializer)}' is no '{item}' and cannot be an item of the array; convert it");
            }
        }

        if (code.SizeExpression is null && code.Size is 0 || code.Size == code.Initializers.Count)
        {
            return items.Count == code.Initializers.Count ? new Value(Expression.NewArrayInit(item, items), null) : null;
        }

        report($"an array of '{item}' has a size and another number of items; leave out one of them");
        return null;
    }

    private Value? CreateEmptyArray(CodeArrayCreateExpression code, Type item)
    {
        Value? size = code.SizeExpression is null ? new Value(Expression.Constant(code.Size), null) : binder.Read(code.SizeExpression);
        if (size is null)
        {
            return null;
        }

        if (Conversions.Implicit(size.Code, typeof(int)) is { } length)
        {
            return new Value(Expression.NewArrayBounds(item, length), null);
        }

        report($"the size of an array is a '{size.Code.Type}'; use an Int32");
        return null;
    }

    private MethodChoice? Find(Target target, string name, List<Type> types, List<CallArgument> arguments)
    {
        bool isAmbiguous = false;
        bool exists = false;
        foreach (IGrouping<Type, MethodInfo> level in scope.MethodsOf(target.Type, name))
        {
            List<MethodInfo> visible = [.. level.Where(method => method.IsStatic == target.IsStatic && !method.IsSpecialName && scope.IsVisible(method))];
            exists |= visible.Count > 0;
            if (MethodChoice.Choose(visible.Select(method => WithTypes(method, types)).OfType<MethodBase>(), arguments, out isAmbiguous) is { } choice)
            {
                return choice;
            }

            if (isAmbiguous)
            {
                break;
            }
        }

        string problem = !exists
            ? $"'{name}' is no {(target.IsStatic ? "static " : string.Empty)}method of '{target.Type}' that the rules of '{scope.ThisType}' can see; correct the name"
            : $"'{target.Type}' has {(isAmbiguous ? "several methods" : "no method")} '{name}' for {Names(arguments)}; correct the arguments";
        report(problem);
        return null;
    }

    private static MethodInfo? WithTypes(MethodInfo method, List<Type> types)
    {
        if (types.Count == 0 || !method.IsGenericMethodDefinition || method.GetGenericArguments().Length != types.Count)
        {
            return types.Count == 0 ? method : null;
        }

        try
        {
            return method.MakeGenericMethod([.. types]);
        }
        catch (ArgumentException)
        {
            // The types do not meet the constraints of the method.
            return null;
        }
    }

    private List<CallArgument>? Arguments(CodeExpressionCollection parameters)
    {
        List<CallArgument?> arguments = [.. parameters.Cast<CodeExpression>().Select(Bind)];
        return arguments.Contains(null) ? null : [.. arguments.OfType<CallArgument>()];
    }

    private CallArgument? Bind(CodeExpression code)
    {
        FieldDirection direction = (code as CodeDirectionExpression)?.Direction ?? FieldDirection.In;
        CodeExpression inner = code is CodeDirectionExpression passed ? passed.Expression : code;
        Value? value = direction == FieldDirection.In ? binder.Read(inner) : binder.Bind(inner, direction == FieldDirection.Out ? Access.Write : Access.Both);
        return value is null ? null : new CallArgument(value, direction);
    }

    private List<Type>? TypeArguments(CodeTypeReferenceCollection references)
    {
        List<Type?> types = [.. references.Cast<CodeTypeReference>().Select(reference => scope.Resolve(reference, report))];
        return types.Contains(null) ? null : [.. types.OfType<Type>()];
    }

    private bool IsRefused(MethodInfo method)
    {
        Type type = method.ReturnType;
        string? problem =
            TypeScope.LeadsToReflection(method) ? "leads to reflection, which rules cannot use; add a member that gives what the rule needs"
            : type.IsByRef || type.IsByRefLike || type.IsPointer ? $"returns '{type}', which rules cannot use; add a method that returns another type"
            : null;
        if (problem is not null)
        {
            report($"'{method.Name}' of '{method.DeclaringType}' {problem}");
        }

        return problem is not null;
    }

    /// <summary>
    /// Records the members that a call reads and changes. A method can read all members of the objects that are passed to it; its attributes declare everything
    /// else.
    /// </summary>
    private void NoteUsage(MethodInfo method, Target target, List<CallArgument> arguments)
    {
        ParameterInfo[] parameters = method.GetParameters();
        Dictionary<string, string?> paths = [];
        for (int i = 0; i < arguments.Count; i++)
        {
            Value value = arguments[i].Value;
            bool isObject = !value.Code.Type.IsValueType && value.Code.Type != typeof(string);
            usage.Read(isObject && arguments[i].Direction != FieldDirection.Out ? UsagePath.Below(value.Path) : null);
            if (i < parameters.Length)
            {
                paths[parameters[i].Name ?? string.Empty] = value.Path;
            }
        }

        attributes.Apply(method, target.Path, paths, isRead: true, isWritten: true);
    }

    private static string Names(List<CallArgument> arguments) =>
        arguments.Count == 0
            ? "no arguments"
            : $"the arguments '{string.Join("', '", arguments.Select(static argument => Conversions.IsNull(argument.Value.Code) ? "null" : argument.Value.Code.Type.ToString()))}'";
}
