namespace Workflow.Validation;

/// <summary>The three arguments that are common to the activities that add a validation error.</summary>
internal static class ErrorArguments
{
    public static void Declare(NativeActivityMetadata metadata, InArgument<string>? message, InArgument<bool>? isWarning, InArgument<string>? propertyName)
    {
        Declare(metadata, message, "Message", typeof(string));
        Declare(metadata, isWarning, "IsWarning", typeof(bool));
        Declare(metadata, propertyName, "PropertyName", typeof(string));
    }

    public static ValidationError Read(
        ActivityContext context, InArgument<string>? message, InArgument<bool>? isWarning, InArgument<string>? propertyName) =>
        new(message?.Get(context) ?? string.Empty, isWarning!.Get(context), propertyName?.Get(context) ?? string.Empty);

    private static void Declare(NativeActivityMetadata metadata, Argument? argument, string name, Type type)
    {
        RuntimeArgument declared = new(name, type, ArgumentDirection.In);
        metadata.Bind(argument, declared);
        metadata.AddArgument(declared);
    }
}
