namespace Workflow.Expressions;

/// <summary>Declares arguments without reflection.</summary>
internal static class DeclaredArguments
{
    /// <summary>Declares an in argument. Null is replaced by an empty argument (rule 12.8).</summary>
    public static void Declare<T>(this CodeActivityMetadata metadata, string name, InArgument<T>? argument, bool isRequired = true) =>
        Declare(metadata, new RuntimeArgument(name, typeof(T), ArgumentDirection.In, isRequired), argument);

    /// <summary>Declares an in-out argument. Null is replaced by an empty argument (rule 12.8).</summary>
    public static void Declare<T>(this CodeActivityMetadata metadata, string name, InOutArgument<T>? argument, bool isRequired = true) =>
        Declare(metadata, new RuntimeArgument(name, typeof(T), ArgumentDirection.InOut, isRequired), argument);

    /// <summary>Declares the arguments of a list as required. The name of each argument is a common name followed by its position.</summary>
    public static void DeclareAll(this CodeActivityMetadata metadata, string name, Argument[] arguments) =>
        metadata.DeclareAll([.. arguments.Select((_, i) => $"{name}{i}")], arguments);

    /// <summary>Declares the arguments of a list as required, with the names of another list.</summary>
    public static void DeclareAll(this CodeActivityMetadata metadata, string[] names, Argument[] arguments)
    {
        for (int i = 0; i < arguments.Length; i++)
        {
            // An out argument may be unbound if its value is not needed.
            metadata.DeclareGiven(names[i], arguments[i], arguments[i].Direction != ArgumentDirection.Out);
        }
    }

    /// <summary>Declares an argument with its own type and direction.</summary>
    public static void DeclareGiven(this CodeActivityMetadata metadata, string name, Argument argument, bool isRequired) =>
        Declare(metadata, new RuntimeArgument(name, argument.ArgumentType, argument.Direction, isRequired), argument);

    private static void Declare(CodeActivityMetadata metadata, RuntimeArgument declared, Argument? argument)
    {
        metadata.Bind(argument, declared);
        metadata.AddArgument(declared);
    }
}
