using System.Reflection;
using System.Runtime.CompilerServices;

namespace Workflow.PublicApi.Tests.Surface;

/// <summary>Renders a member as one line.</summary>
internal static class MemberText
{
    /// <summary>True for a public, protected or protected internal method, which code outside the assembly can call.</summary>
    public static bool IsVisible(MethodBase? method) => method is { IsPublic: true } or { IsFamily: true } or { IsFamilyOrAssembly: true };

    public static string Of(ConstructorInfo constructor) =>
        $"{Attributes(constructor)}{Access(constructor)}{TypeText.Declaration(constructor.DeclaringType!).Split('<')[0].Split('.')[^1]}({Parameters(constructor)})";

    public static string Of(FieldInfo field)
    {
        string access = field.IsPublic ? string.Empty : "protected ";
        string type = TypeText.Use(field.FieldType, NullableMarks.Of(field));
        string modifier = field.IsLiteral ? "const " : (field.IsStatic ? "static " : string.Empty) + (field.IsInitOnly ? "readonly " : string.Empty);
        string value = field.IsLiteral ? $" = {ValueText.Of(field.GetRawConstantValue())}" : string.Empty;
        return $"{Attributes(field)}{access}{modifier}{type} {field.Name}{value}";
    }

    public static string Of(PropertyInfo property)
    {
        MethodInfo?[] visible = [.. new[] { property.GetMethod, property.SetMethod }.Where(IsVisible)];
        MethodInfo widest = visible.FirstOrDefault(method => method!.IsPublic) ?? visible[0]!;
        string type = TypeText.Use(property.PropertyType, NullableMarks.Of(property));
        string name = property.GetIndexParameters().Length == 0
            ? property.Name
            : $"this[{string.Join(", ", property.GetIndexParameters().Select(Parameter))}]";
        string required = property.IsDefined(typeof(RequiredMemberAttribute)) ? "required " : string.Empty;
        return $"{Attributes(property)}{Access(widest)}{required}{Modifiers(widest)}{type} {name} {{ {Accessor("get", property.GetMethod, widest)}{Accessor(Setter(property), property.SetMethod, widest)}}}";
    }

    public static string Of(EventInfo declared) =>
        $"{Attributes(declared)}{Access(declared.AddMethod!)}{Modifiers(declared.AddMethod!)}event {TypeText.Use(declared.EventHandlerType!, NullableMarks.Of(declared))} {declared.Name}";

    public static string Of(MethodInfo method)
    {
        string generic = method.IsGenericMethodDefinition
            ? $"<{string.Join(", ", method.GetGenericArguments().Select(argument => argument.Name))}>"
            : string.Empty;
        string result = (method.ReturnType.IsByRef ? "ref " : string.Empty) + TypeText.Use(method.ReturnType, NullableMarks.Of(method.ReturnParameter));
        string extension = method.IsDefined(typeof(ExtensionAttribute)) ? "this " : string.Empty;
        string returned = AttributeText.Of(method.ReturnParameter.CustomAttributes, "return: ");
        return $"{Attributes(method)}{returned}{Access(method)}{Modifiers(method)}{result} {method.Name}{generic}({extension}{Parameters(method)}){Constraints(method.GetGenericArguments())}";
    }

    public static string Constraints(IEnumerable<Type> parameters) => string.Concat(parameters.Where(type => type.IsGenericParameter).Select(Constraint));

    public static string Parameters(MethodBase method) => string.Join(", ", method.GetParameters().Select(Parameter));

    private static string Parameter(ParameterInfo parameter)
    {
        string direction = parameter.IsOut ? "out "
            : parameter.IsIn && parameter.ParameterType.IsByRef ? "in "
            : parameter.ParameterType.IsByRef ? "ref "
            : string.Empty;
        string variable = parameter.IsDefined(typeof(ParamArrayAttribute)) || parameter.IsDefined(typeof(ParamCollectionAttribute)) ? "params " : string.Empty;
        string value = parameter.HasDefaultValue ? $" = {Default(parameter)}" : string.Empty;
        return $"{AttributeText.Of(parameter.CustomAttributes)}{variable}{direction}{TypeText.Use(parameter.ParameterType, NullableMarks.Of(parameter))} {parameter.Name}{value}";
    }

    private static string Default(ParameterInfo parameter) =>
        parameter.RawDefaultValue is null && parameter.ParameterType.IsValueType && Nullable.GetUnderlyingType(parameter.ParameterType) is null
            ? "default"
            : ValueText.Of(parameter.DefaultValue);

    private static string Constraint(Type parameter)
    {
        GenericParameterAttributes flags = parameter.GenericParameterAttributes;
        bool isValue = flags.HasFlag(GenericParameterAttributes.NotNullableValueTypeConstraint);
        List<string> texts = [];
        if (isValue)
        {
            texts.Add("struct");
        }

        if (flags.HasFlag(GenericParameterAttributes.ReferenceTypeConstraint))
        {
            texts.Add("class");
        }

        texts.AddRange(parameter.GetGenericParameterConstraints().Where(type => type != typeof(ValueType)).Select(type => TypeText.Use(type)));
        if (!isValue && flags.HasFlag(GenericParameterAttributes.DefaultConstructorConstraint))
        {
            texts.Add("new()");
        }

        return texts.Count == 0 ? string.Empty : $" where {parameter.Name} : {string.Join(", ", texts)}";
    }

    private static string Attributes(MemberInfo member) => AttributeText.Of(member.CustomAttributes);

    private static string Access(MethodBase method) => method.IsPublic ? string.Empty : "protected ";

    private static string Modifiers(MethodInfo method)
    {
        if (method.IsStatic)
        {
            return method.IsAbstract ? "static abstract " : "static ";
        }

        if (!method.IsVirtual || method.DeclaringType!.IsInterface)
        {
            return string.Empty;
        }

        bool isOverride = method.GetBaseDefinition() != method;
        if (method.IsFinal)
        {
            return isOverride ? "sealed override " : string.Empty;
        }

        return method.IsAbstract ? (isOverride ? "abstract override " : "abstract ") : isOverride ? "override " : "virtual ";
    }

    private static string Accessor(string name, MethodInfo? accessor, MethodInfo widest) =>
        IsVisible(accessor) ? $"{(accessor!.IsPublic == widest.IsPublic ? string.Empty : "protected ")}{name}; " : string.Empty;

    private static string Setter(PropertyInfo property) =>
        property.SetMethod?.ReturnParameter.GetRequiredCustomModifiers().Contains(typeof(IsExternalInit)) == true ? "init" : "set";
}
